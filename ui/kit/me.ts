// Who is logged in on this browser, with the accounts they may work on.
import { useQuery } from '@tanstack/react-query'
import { api, getJson, postJson, resultOf } from './api.ts'
import { ApiFailure, clearLogin, queryClient } from './query.ts'

type MeReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.me.get>>['data']>
export type Me = MeReply['data']
export type Account = Me['accounts'][number]

const requestMe = () => resultOf(api.api.v1.me.get())
/** The person's accounts, which `prefetchMe` has requested for the first `fetchMe`. */
let prefetchedMe: ReturnType<typeof requestMe> | undefined

/**
 * Fetches who is logged in; null if no one is. It first asks better-auth, which renews a login in use and
 * does not treat a missing login as an error.
 * @throws ApiFailure when the server cannot be reached or fails
 */
async function fetchMe(): Promise<Me | null> {
  const prefetched = prefetchedMe
  prefetchedMe = undefined
  const login = await getJson('/api/auth/get-session')
  if (login.ok && login.value === null) return null
  // If better-auth did not answer, this request decides.
  const answer = await (prefetched ?? requestMe())
  if (answer.ok) return withLiveAccountsFirst(answer.value.data)
  if (answer.apiError.kind === 'logged_out') return null
  // The login is not a member of any account.
  if (answer.apiError.kind === 'refused' && answer.apiError.status === 403)
    return { staff: null, account: '', accounts: [] }
  throw new ApiFailure(answer.apiError)
}

/** Returns the accounts with the live ones before the practice ones, otherwise in the server's order. */
const withLiveAccountsFirst = (me: Me): Me => ({
  ...me,
  // localeCompare is not used: the first comparison by a language's rules takes a slow tablet 35 ms.
  accounts: [...me.accounts].sort((a, b) => Number(a.mode === 'sandbox') - Number(b.mode === 'sandbox')),
})

const meQuery = {
  queryKey: ['me'],
  queryFn: fetchMe,
  staleTime: 60_000,
  retry: true,
  retryDelay: 1_500,
} as const

/**
 * Returns who is logged in; null if no one is, undefined while that is unknown. It keeps asking while the
 * server cannot be reached.
 */
export const useMe = (): Me | null | undefined => useQuery(meQuery).data

/**
 * Fetches who is logged in before there is anything to show. If a person has worked in this browser
 * (`isLikely`), it requests who they are at the same time as whether they are still logged in.
 */
export async function prefetchMe(isLikely: boolean): Promise<Me | null | undefined> {
  if (isLikely) prefetchedMe = requestMe()
  await queryClient.prefetchQuery(meQuery)
  const me = queryClient.getQueryData<Me | null>(['me'])
  if (me === null) await queryClient.prefetchQuery(setupQuery)
  return me
}

/** Returns whether this server has an owner; undefined while that is unknown, or if it is not `isWanted`. */
export const useIsClaimed = (isWanted = true): boolean | undefined =>
  useQuery({ ...setupQuery, enabled: isWanted }).data

const setupQuery = {
  queryKey: ['setup'],
  queryFn: async () => {
    const answer = await resultOf(api.api.v1.setup.get())
    if (answer.ok) return answer.value.data.claimed
    throw new ApiFailure(answer.apiError)
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: true,
  retryDelay: 3_000,
} as const

/** Records that this page has just claimed the server. */
export const setClaimed = (): void => void queryClient.setQueryData(['setup'], true)

/** Fetches who is logged in once more, after a login or a set-up. */
export const refreshMe = (): Promise<void> => queryClient.refetchQueries({ queryKey: ['me'] })

/** Logs out. Without an answer from the server the page stays logged in. */
export async function logOut(): Promise<void> {
  const answer = await postJson('/api/auth/sign-out', {})
  if (answer.ok || answer.apiError.kind !== 'unreachable') clearLogin()
}
