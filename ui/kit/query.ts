// The one cache for lists and for who is logged in. Sales have a state machine of their own
// (till/sale/sale-store.ts).
import { QueryClient } from '@tanstack/react-query'
import type { ApiError, ApiResult } from './api.ts'

/** Carries an API error through a query, which expects something thrown. */
export class ApiFailure extends Error {
  constructor(readonly apiError: ApiError) {
    super(apiError.kind)
    this.name = 'ApiErrorError'
  }
}

/** The cache that all queries of a page share. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: true } },
})

/**
 * Returns the value of a call for a query. A caller who is logged out is also forgotten in this page.
 * @throws ApiFailure with the API error if the call failed
 */
export async function valueOrThrow<T>(answer: Promise<ApiResult<T>>): Promise<T> {
  const result = await answer
  if (result.ok) return result.value
  if (result.apiError.kind === 'logged_out') clearLogin()
  throw new ApiFailure(result.apiError)
}

/**
 * Ends the login in this page: it shows its login form, and a till asks whether it is still paired and who is
 * signed in on it.
 */
export function clearLogin(): void {
  queryClient.setQueryData(['me'], null)
  void queryClient.invalidateQueries({ queryKey: ['till'] })
}
