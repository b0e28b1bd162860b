// The current account and the person who is logged in. The address names the account, so that a copied link
// opens the same one.
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import { type Right, roleMay } from '../../../src/domain/account.ts'
import { type Account, type Me, useMe } from '../../kit/me.ts'
import { accountFor } from './current-account.model.ts'
import { lastAccount, storeLastAccount } from './last-account.ts'
import { navPathOf } from './nav.model.ts'

interface CurrentAccount {
  readonly me: Me
  readonly account: Account
  /** Switches to another account, and stays on the same page where it has one. */
  readonly choose: (id: string) => void
}

const CurrentAccountContext = createContext<CurrentAccount | undefined>(undefined)

interface CurrentAccountProps {
  readonly me: Me
  /** Shown to a person without any account. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/**
 * Provides the person and the current account to the pages inside it. Writes the account into the address,
 * and remembers it in this browser. Shows `fallback` to a person without any account.
 */
export function CurrentAccountProvider({ me: meOfFrame, fallback, children }: CurrentAccountProps) {
  // The frame's value may still lack the account of a merchant that the person has just added.
  const me = useMe() ?? meOfFrame
  const { account: idInAddress } = useSearch({ from: '__root__' })
  const path = useRouterState({ select: state => state.location.pathname })
  const navigate = useNavigate()
  const account = accountFor(me.accounts, idInAddress, lastAccount())
  const id = account?.id
  useEffect(() => {
    if (!id) return
    storeLastAccount(id)
    if (idInAddress !== id)
      void navigate({
        to: path as '/', // the router's type has no arbitrary path
        search: before => ({ ...before, account: id }),
        hash: true,
        replace: true,
      })
  }, [id, idInAddress, navigate, path])
  // The object on a page may not exist in the other account, so go to the list that it belongs to.
  const choose = useCallback(
    (chosen: string) => void navigate({ to: navPathOf(path), search: { account: chosen } }),
    [navigate, path],
  )
  const current = useMemo(() => account && { me, account, choose }, [me, account, choose])
  if (!current) return fallback
  return <CurrentAccountContext value={current}>{children}</CurrentAccountContext>
}

/**
 * Returns the person, the current account and a function that switches it.
 * @throws when it is called outside `CurrentAccountProvider`
 */
export function useCurrentAccount(): CurrentAccount {
  const current = useContext(CurrentAccountContext)
  if (!current) throw new Error('no account is chosen')
  return current
}

/** Returns the current account of the page. */
export const useAccount = (): Account => useCurrentAccount().account

/** Whether the person has this right on the current account. */
export const useMay = (right: Right): boolean => roleMay(useCurrentAccount().account.role, right)
