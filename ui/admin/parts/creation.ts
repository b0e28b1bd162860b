// Actions that create something on the server, and create it once however often they are sent.
import { useRef } from 'react'
import type { ApiResult } from '../../kit/api.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { type AccountHeader, type Action, useAction } from './queries.ts'

/**
 * Returns an action as `useAction` does, whose header also holds an idempotency key. The key stays the same
 * until the request changes or succeeds. So a person whose answer was lost can press the button again, and
 * gets what the first press created.
 * @param requestOf returns the part of the input that the server stores
 */
export function useCreation<I, T>(
  call: (input: I, header: AccountHeader) => Promise<ApiResult<T>>,
  requestOf: (input: I) => unknown = input => input,
): Action<I, T> {
  const lastSent = useRef<{ readonly request: string; readonly key: string }>(undefined)
  return useAction(async (input: I, { headers }) => {
    const request = JSON.stringify([requestOf(input)])
    if (lastSent.current?.request !== request) lastSent.current = { request, key: newIdempotencyKey() }
    const header = { headers: { ...headers, 'idempotency-key': lastSent.current.key } }
    const result = await call(input, header)
    if (result.ok) lastSent.current = undefined
    return result
  })
}
