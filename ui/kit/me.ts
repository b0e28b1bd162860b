// Who is logged in on this browser, with the accounts they may work on.
import { useQuery } from '@tanstack/react-query'
import { api, getJson, postJson, resultOf } from './api.ts'
import { ApiFailure, clearLogin, queryClient } from './query.ts'

type MeReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.me.get>>['data']>
export type Me = MeReply['data']
export type Account = Me['accounts'][number]

const requestMe = () => resultOf(api.api.v1.me.get())
/** Asked before it was known whether a person is logged in. */
let prefetchedMe: ReturnType<typeof requestMe> | undefined

/** Asks for the login first, which renews it while it is in use, and is no error if there is none. */
async function fetchMe(): Promise<Me | null> {
  const soon = prefetchedMe
  prefetchedMe = undefined
  const login = await getJson('/api/auth/get-session')
  if (login.ok && login.value === null) return null
  const answer = await (soon ?? requestMe())
  if (answer.ok) return liveFirst(answer.value.data)
  if (answer.apiError.kind === 'logged_out') return null
  // A login that is no member of any account.
  if (answer.apiError.kind === 'refused' && answer.apiError.status === 403)
    return { staff: null, account: '', accounts: [] }
  throw new ApiFailure(answer.apiError)
}

const liveFirst = (me: Me): Me => ({
  ...me,
  // Not by localeCompare: the first comparison by a language's rules takes a slow tablet 35 ms.
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
 * `undefined` while it is not known, `null` when no one is logged in. Keeps asking while the server cannot be
 * reached.
 */
export const useMe = (): Me | null | undefined => useQuery(meQuery).data
/**
 * Asks before there is anything to show, so that the answers come while the page is drawn.
 * @param isLikely a person has worked in this browser: who they are is asked at the same time as whether they
 * still are
 */
export async function prefetchMe(isLikely: boolean): Promise<Me | null | undefined> {
  if (isLikely) prefetchedMe = requestMe()
  await queryClient.prefetchQuery(meQuery)
  const me = queryClient.getQueryData<Me | null>(['me'])
  if (me === null) await queryClient.prefetchQuery(setupQuery)
  return me
}

/**
 * Whether this server has an owner; undefined while it is not known. @param wanted asks only where it matters
 */
export const useIsClaimed = (wanted = true): boolean | undefined =>
  useQuery({ ...setupQuery, enabled: wanted }).data

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

/** This page has claimed the server. */
export const setClaimed = (): void => void queryClient.setQueryData(['setup'], true)

/** Asks again who is here, after a login or a set-up. */
export const refreshMe = (): Promise<void> => queryClient.refetchQueries({ queryKey: ['me'] })

export async function logOut(): Promise<void> {
  const answer = await postJson('/api/auth/sign-out', {})
  if (answer.ok || answer.apiError.kind !== 'unreachable') clearLogin()
}
