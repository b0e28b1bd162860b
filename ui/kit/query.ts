// The one cache for lists and for who is logged in. Sales have a state machine of their own
// (till/sale/sale-store.ts).
import { QueryClient } from '@tanstack/react-query'
import type { ApiError, ApiResult } from './api.ts'

export class ApiFailure extends Error {
  constructor(readonly apiError: ApiError) {
    super(apiError.kind)
    this.name = 'ApiErrorError'
  }
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: true } },
})

/** An answer as a query wants it: a value, or a thrown API error. */
export async function valueOrThrow<T>(answer: Promise<ApiResult<T>>): Promise<T> {
  const got = await answer
  if (got.ok) return got.value
  if (got.apiError.kind === 'logged_out') clearLogin()
  throw new ApiFailure(got.apiError)
}

/**
 * The login has ended: every page shows its login form; a till asks whether it is still paired, and who is
 * signed in on it.
 */
export function clearLogin(): void {
  queryClient.setQueryData(['me'], null)
  void queryClient.invalidateQueries({ queryKey: ['till'] })
}
