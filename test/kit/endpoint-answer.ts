// Reads answers in endpoint tests: values by path, payments, errors, messages of a stream; and checks what
// every answer must have.
import { expect } from 'bun:test'
import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Params, Reason } from '../../src/domain/fault.ts'
import { ErrorView } from '../../src/wire/error.ts'
import { PaymentView } from '../../src/wire/payment.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: Response['headers']
  readonly text: string
  readonly bytes: Uint8Array
  readonly json: unknown // undefined when the answer is not JSON
}

/** Returns what an answer's JSON has at a path such as `data.items.0.reference`. */
export const at = (answer: TestResponse, path: string): unknown => valueAt(answer.json, path)

/** Returns the value at a path of a part of an answer; undefined where there is none. */
export function valueAt(part: unknown, path: string): unknown {
  let value = part
  for (const name of path.split('.')) value = value instanceof Object ? Reflect.get(value, name) : undefined
  return value
}

export function textAt(answer: TestResponse, path: string): string {
  const value = at(answer, path)
  if (typeof value !== 'string') throw new Error(`no text at ${path}: ${answer.text}`)
  return value
}

FormatRegistry.Set('date-time', text => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))

/** Returns the payment in an answer, checked against PaymentView. */
export function paymentOf(answer: TestResponse): PaymentView {
  const data = at(answer, 'data')
  if (Value.Check(PaymentView, data)) return data
  throw new Error(
    `no payment: ${[...Value.Errors(PaymentView, data)].map(({ path, message }) => `${path} ${message}`)} in ${answer.text}`,
  )
}

/** Returns the part of an error for programs, without its English message. */
export const errorBody = (error_code: string, reason?: Reason, params?: Params) => ({
  status: 'error',
  error_code,
  ...(reason ? { reason } : {}),
  ...(params ? { params } : {}),
})

/** Expects the error envelope of the specification, with a request id. */
export function expectEnvelope(answer: TestResponse): void {
  const { json } = answer
  if (!Value.Check(ErrorView, json))
    throw new Error(`${answer.status} without the error envelope: ${answer.text}`)
  expect(json.code).toBe(answer.status)
  expect(json.request_id).toMatch(/^req_\w+$/)
  expect(answer.headers.get('x-request-id')).toBe(json.request_id)
}

/** Expects the rate limit's three headers, which every answer of the API carries. */
export function expectLimit({ headers }: TestResponse): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(name =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  )
  expect(limit).toBeGreaterThan(0)
  expect(remaining).toBeWithin(0, Number(limit) + 1)
  expect(reset).toBeWithin(1, 61)
}

/** Reads a stream message by message; `end` once it has ended. */
export function messagesOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const next = async (): Promise<string> => {
    while (!text.includes('\n\n')) {
      const part = await reader?.read()
      if (!part || part.done) return 'end'
      text += decoder.decode(part.value, { stream: true })
    }
    const message = text.slice(0, text.indexOf('\n\n'))
    text = text.slice(message.length + 2)
    return message
  }
  return { next, close: () => reader?.cancel() }
}
