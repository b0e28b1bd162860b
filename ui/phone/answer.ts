// Sends the handset's answer to the simulated network.
import { readPhone } from '../../src/domain/phone.ts'
import { api, resultOf } from '../kit/api.ts'
import type { AnsweredPrompt, HandsetAnswer, Prompt } from './phone.model.ts'

/** @returns what was answered, or why not: `over` when it was answered or expired before */
export async function answerPrompt(
  prompt: Prompt,
  answer: HandsetAnswer,
  number: string,
): Promise<AnsweredPrompt | 'over' | 'unreachable'> {
  const phone = readPhone(number)?.e164
  const sent = await resultOf(
    api.api.v1.handset.prompts({ id: prompt.id }).post({ answer, ...(phone ? { phone } : {}) }),
  )
  if (!sent.ok) return sent.apiError.kind === 'refused' ? 'over' : 'unreachable'
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
