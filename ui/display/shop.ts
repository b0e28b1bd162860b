// Whose display this is: the paired till's shop, or that of the person who is logged in; with the logo of its
// default profile.
import { useQuery } from '@tanstack/react-query'
import { api, resultOf } from '../kit/api.ts'
import { type Caller, callerHeaders } from '../kit/caller.ts'
import { useMe } from '../kit/me.ts'
import { isString, readStored } from '../kit/storage.ts'
import { useTill } from '../kit/till.ts'

/** The shop that a second window shows. */
export interface Shop {
  readonly caller: Caller
  readonly name: string
  readonly practice: boolean
}

/**
 * Returns the shop of the paired till or of the person who is logged in here. Null if there is neither,
 * undefined until that is known.
 */
export function useShop(): Shop | null | undefined {
  const till = useTill()
  const me = useMe()
  if (till) {
    const { account } = till
    return {
      caller: { account: account.id, till: till.till.id },
      name: account.name,
      practice: account.mode === 'sandbox',
    }
  }
  if (till === undefined || me === undefined) return undefined
  const chosenId = readStored('till.account', isString)
  const account = me?.accounts.find(({ id }) => id === chosenId) ?? me?.accounts[0]
  return account
    ? {
        caller: { account: account.id, till: null },
        name: account.name,
        practice: account.mode === 'sandbox',
      }
    : null
}

/**
 * Returns the path of the logo of the default profile; empty without a logo or while no cashier is signed in.
 */
export function useLogo(caller: Caller | undefined): string {
  const { data } = useQuery({
    queryKey: ['logo', caller?.account, caller?.till],
    queryFn: async () => {
      if (!caller) return ''
      const answer = await resultOf(api.api.v1.profiles.get({ query: {}, headers: callerHeaders(caller) }))
      const profiles = answer.ok ? answer.value.data : []
      const { merchant_logo = '' } = profiles.find(({ is_default }) => is_default) ?? {}
      // By its path: the server may be reached by another name than its public address.
      return merchant_logo === '' ? '' : new URL(merchant_logo, location.origin).pathname
    },
    enabled: caller !== undefined,
    refetchInterval: 60_000,
  })
  return data ?? ''
}
