// Sends the handset's answer to the simulated network.
import { readPhone } from '../../src/domain/phone.ts'
import { type ApiResult, api, resultOf } from '../kit/api.ts'
import type { AnsweredPrompt, HandsetAnswer, Prompt } from './phone.model.ts'

/** Returns whether an owner has switched the simulated phone off for the account of this request. */
export const isSwitchedOff = (answer: ApiResult<unknown>): boolean =>
  !answer.ok && answer.apiError.kind === 'refused' && answer.apiError.reason === 'phone_switched_off'

/**
 * Sends an answer to a payment request. Returns the answered request, or why it could not be answered: `over`
 * if it had been answered or had expired, `off` if an owner has switched the phone off.
 */
export async function answerPrompt(
  prompt: Prompt,
  answer: HandsetAnswer,
  number: string,
): Promise<AnsweredPrompt | 'over' | 'off' | 'unreachable'> {
  const phone = readPhone(number)?.e164
  const reply = await resultOf(
    api.api.v1.handset.prompts({ id: prompt.id }).post({ answer, ...(phone ? { phone } : {}) }),
  )
  if (isSwitchedOff(reply)) return 'off'
  if (!reply.ok) return reply.apiError.kind === 'refused' ? 'over' : 'unreachable'
  return {
    id: prompt.id,
    payee: prompt.payee,
    amount: prompt.amount.value,
    token: prompt.payment_token,
    answer,
    phone: phone ?? number,
    at: Date.now(),
  }
}

/** The text for each reason why a request could not be answered. */
export const faultText = {
  over: 'request_closed',
  off: 'scan_off',
  unreachable: 'kit:error_unreachable',
} as const
