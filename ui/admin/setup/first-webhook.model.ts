// Reads the result of a test webhook.
import type { ApiResult } from '../../kit/api.ts'

export interface WebhookTestResult {
  /** `refuses`: the receiver answered with an error; `silent`: it did not; `saved`: nothing was tested. */
  readonly kind: 'works' | 'refuses' | 'silent' | 'saved'
  readonly status: string
  readonly why: string
}

/** Whether a value is an object whose fields can be read. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Reads the answer of `POST /api/v1/webhooks/test`. An error means that nothing was tested: the address is
 * only saved.
 */
export function webhookTestResultOf(answer: ApiResult<unknown>): WebhookTestResult {
  const none = { status: '', why: '' }
  if (!answer.ok || !isRecord(answer.value) || !isRecord(answer.value.data)) return { kind: 'saved', ...none }
  const { response, error } = answer.value.data
  const status = isRecord(response) ? String(response.status) : ''
  if (error === null || error === undefined) return { kind: 'works', status, why: '' }
  return status
    ? { kind: 'refuses', status, why: String(error) }
    : { kind: 'silent', status, why: String(error) }
}
