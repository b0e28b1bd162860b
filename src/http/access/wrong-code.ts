// Limits wrong codes of set-up, pairing and invitations.
import { Fault } from '../../domain/fault.ts'
import type { FaultReason } from '../../domain/fault-reason.ts'
import type { Server } from '../server/server.ts'
import type { Guessable } from './guess.ts'

/** Codes are valid for ten minutes: three thousand guesses find one in thirty thousand codes. */
const codeGuesses: Guessable = { name: 'code', byCaller: 10, byAll: 300, reserve: 1 }

/** The reasons that count as a wrong try. */
const wrongCodes: readonly FaultReason[] = [
  'claim_code_wrong',
  'claim_code_expired',
  'pairing_code_wrong',
  'pairing_code_expired',
  'invitation_ended',
]
/** Whether a check failed because of the code itself. */
const isWrongCode = (error: unknown) =>
  error instanceof Fault && wrongCodes.some(reason => reason === error.reason)

/**
 * Runs the check of a code and returns its result. If the check throws because the code is wrong, the try is
 * counted against the caller, and the error is thrown on.
 * @throws Fault `rate_limit_exceeded` after too many wrong codes of this caller, and as `check`
 */
export async function withWrongCodesCounted<T>(
  { guesses, callerKeyOf }: Pick<Server, 'guesses' | 'callerKeyOf'>,
  request: Request,
  check: () => Promise<T>,
): Promise<T> {
  let wrongCodeError: unknown
  const result = await guesses.counted(codeGuesses, callerKeyOf(request), async () => {
    try {
      return { value: await check() }
    } catch (error) {
      if (!isWrongCode(error)) throw error
      wrongCodeError = error
      return undefined
    }
  })
  if (!result) throw wrongCodeError
  return result.value
}
