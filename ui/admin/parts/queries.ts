// How pages read from the server and send actions: for the current account, with errors as values.
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ApiError, type ApiResult, type EdenResponse, resultOf } from '../../kit/api.ts'
import { ApiFailure, queryClient, valueOrThrow } from '../../kit/query.ts'
import { useAccount } from './current-account.tsx'

/** The header that names the account, as the last argument of every call. */
export interface AccountHeader {
  readonly headers: { readonly 'kaunta-account': string }
}

/** Returns the header that names an account, by the account's id. */
export const accountHeader = (account: string): AccountHeader => ({ headers: { 'kaunta-account': account } })

export interface ReadResult<T> {
  readonly data: T | undefined
  readonly apiError: ApiError | undefined
  /** Whether there is nothing to show yet. */
  readonly pending: boolean
  /** Whether the data belongs to the previous query, while the next one is loading. */
  readonly stale: boolean
  readonly retry: () => void
}

interface ReadOptions {
  /** Keeps showing the previous answer while the next page or filter is loading. For lists. */
  readonly keepPrevious?: boolean
  readonly enabled?: boolean
  /** Reads again only when `retry` is called, because the answer takes the server some seconds. */
  readonly manualRefresh?: boolean
  /** The interval of reading while something is in progress. Goes on if the server does not answer. */
  readonly underWayMs?: number | undefined
  /** Reads again automatically; at least 30 s. Pages with a stream need none. */
  readonly everyMs?: number
}

/**
 * Turns a failed query's error into an API error. Anything that is not an answer of the server counts as
 * unreachable.
 */
function apiErrorIn(error: Error | null): ApiError | undefined {
  if (error === null) return undefined
  return error instanceof ApiFailure ? error.apiError : { kind: 'unreachable' }
}

/** An answer younger than this, such as that of `prefetchRead`, is not read again when its page is drawn. */
const freshMs = 1_000

/** Returns the cache key of a read with `manualRefresh`. */
export const manualRefreshKey = (account: string, key: QueryKey): QueryKey => ['manual', account, ...key]

/**
 * Starts a read before its page is drawn. `key` and `call` must be those of the page's `useRead`, which then
 * finds the answer. Never rejects.
 */
export const prefetchRead = <T>(
  account: string,
  [key, call]: readonly [QueryKey, (header: AccountHeader) => Promise<EdenResponse<T>>],
): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: [account, ...key],
    queryFn: () => valueOrThrow(resultOf(call(accountHeader(account)))),
  })

/**
 * Reads from the server for the current account, and again when the window becomes visible and after each
 * action. `key` names the query within the account.
 */
export function useRead<T>(
  key: QueryKey,
  call: (header: AccountHeader) => Promise<EdenResponse<T>>,
  options: ReadOptions = {},
): ReadResult<T> {
  const { id } = useAccount()
  const query = useQuery({
    // Actions refresh all keys that begin with the account, so this one must not.
    queryKey: options.manualRefresh ? manualRefreshKey(id, key) : [id, ...key],
    queryFn: () => valueOrThrow(resultOf(call(accountHeader(id)))),
    enabled: options.enabled ?? true,
    staleTime: options.manualRefresh ? Number.POSITIVE_INFINITY : freshMs,
    ...(options.underWayMs ? { refetchInterval: options.underWayMs } : {}),
    ...(options.everyMs ? { refetchInterval: Math.max(30_000, options.everyMs) } : {}),
    // Never shows another account's data: the first word of a key is the account.
    placeholderData: (last, lastQuery) =>
      options.keepPrevious && lastQuery?.queryKey[0] === id ? last : undefined,
  })
  return {
    data: query.data,
    apiError: query.data === undefined ? apiErrorIn(query.error) : undefined,
    pending: query.isPending,
    stale: query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
}

/** A request that changes something on the server. @typeParam I its input @typeParam T its answer */
export interface Action<I, T> {
  /** Sends the request. `onDone` is called with the answer, only if the request succeeded. */
  readonly run: (input: I, onDone?: (value: T) => void) => void
  readonly busy: boolean
  readonly apiError: ApiError | undefined
  /** Forgets the last error. */
  readonly reset: () => void
}

/**
 * Returns an action that calls the server each time `run` is called. Afterwards everything shown of the
 * account is read again, also after an error.
 */
export function useAction<I, T>(
  call: (input: I, header: AccountHeader) => Promise<ApiResult<T>>,
): Action<I, T> {
  const { id } = useAccount()
  const queries = useQueryClient()
  const mutation = useMutation<T, Error, I>({
    mutationFn: input => valueOrThrow(call(input, accountHeader(id))),
    onSettled: () => void queries.invalidateQueries({ queryKey: [id] }),
  })
  const { mutate, reset } = mutation
  return {
    run: (input, onDone) => mutate(input, { onSuccess: value => onDone?.(value) }),
    busy: mutation.isPending,
    apiError: apiErrorIn(mutation.error),
    reset,
  }
}

interface Fetched<I, T> extends Pick<Action<I, T>, 'run' | 'busy' | 'apiError'> {
  readonly data: T | undefined
}

/**
 * Returns a request that is sent only when `run` is called; `data` keeps the answer until the next run.
 * Unlike an action, it makes nothing else read again.
 */
export function useFetch<I, T>(
  call: (input: I, header: AccountHeader) => Promise<ApiResult<T>>,
): Fetched<I, T> {
  const { id } = useAccount()
  const mutation = useMutation<T, Error, I>({
    mutationFn: input => valueOrThrow(call(input, accountHeader(id))),
  })
  return {
    run: (input, onDone) => mutation.mutate(input, { onSuccess: value => onDone?.(value) }),
    busy: mutation.isPending,
    apiError: apiErrorIn(mutation.error),
    data: mutation.data,
  }
}

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Kaunta`
  }, [title])
}
