// Wrong codes of set-up, pairing and invitations.
import { Fault } from '../../domain/fault.ts'
import type { FaultReason } from '../../domain/fault-reason.ts'
import type { Server } from '../server/server.ts'
import type { Guessable } from './guess.ts'

/** Codes are valid for ten minutes: three thousand guesses find one in thirty thousand codes. */
const code: Guessable = { name: 'code', byCaller: 10, byAll: 300, reserve: 1 }

const wrongCodes: readonly FaultReason[] = [
  'claim_code_wrong',
  'claim_code_expired',
  'pairing_code_wrong',
  'pairing_code_expired',
  'invitation_ended',
]
const isWrongCode = (error: unknown) =>
  error instanceof Fault && wrongCodes.some(reason => reason === error.reason)

/** @throws Fault `rate_limit_exceeded` after too many wrong ones of this caller */
export async function withWrongCodesCounted<T>(
  { guesses, callerKeyOf }: Pick<Server, 'guesses' | 'callerKeyOf'>,
  request: Request,
  check: () => Promise<T>,
): Promise<T> {
  let wrong: unknown
  const right = await guesses.counted(code, callerKeyOf(request), () =>
    check().then(
      value => ({ value }),
      (error: unknown) => {
        if (!isWrongCode(error)) throw error
        wrong = error
        return undefined
      },
    ),
  )
  if (!right) throw wrong
  return right.value
}
