// Who sits here: the person, and the account they work on. The address names it, so that a copied link shows
// the same to others.
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import { type Right, roleMay } from '../../../src/domain/account.ts'
import { type Account, type Me, useMe } from '../../kit/me.ts'
import { accountFor } from './current-account.model.ts'
import { lastAccount, storeLastAccount } from './last-account.ts'
import { placeOf } from './nav.model.ts'

interface CurrentAccount {
  readonly me: Me
  readonly account: Account
  /** Works on another account from now on, on the same page as far as there is one. */
  readonly choose: (id: string) => void
}

const CurrentAccountContext = createContext<CurrentAccount | undefined>(undefined)

interface CurrentAccountProps {
  readonly me: Me
  readonly nowhere: ReactNode
  readonly children: ReactNode
}

export function CurrentAccountProvider({ me: known, nowhere, children }: CurrentAccountProps) {
  // Asked here, too: whoever has just made a merchant chooses its account before the frame around this hears
  // of it.
  const me = useMe() ?? known
  const { account: named } = useSearch({ from: '__root__' })
  const path = useRouterState({ select: state => state.location.pathname })
  const navigate = useNavigate()
  const account = accountFor(me.accounts, named, lastAccount())
  const id = account?.id
  useEffect(() => {
    if (!id) return
    storeLastAccount(id)
    if (named !== id)
      void navigate({
        to: path as '/',
        search: before => ({ ...before, account: id }),
        hash: true,
        replace: true,
      })
  }, [id, named, navigate, path])
  const choose = useCallback(
    (chosen: string) => void navigate({ to: placeOf(path), search: { account: chosen } }),
    [navigate, path],
  )
  const seat = useMemo(() => account && { me, account, choose }, [me, account, choose])
  if (!seat) return nowhere
  return <CurrentAccountContext value={seat}>{children}</CurrentAccountContext>
}

export function useCurrentAccount(): CurrentAccount {
  const seat = useContext(CurrentAccountContext)
  if (!seat) throw new Error('nobody sits here')
  return seat
}
export const useAccount = (): Account => useCurrentAccount().account
/** Whether this person may do it on the account they work on. */
export const useMay = (right: Right): boolean => roleMay(useCurrentAccount().account.role, right)
