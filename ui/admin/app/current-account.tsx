// Who sits here: the person, and the account they work on. The address names it, so that a copied link shows the same to others.
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import { type Right, roleMay } from '../../../src/domain/account.ts'
import { type Account, type Me, useMe } from '../../kit/me.ts'
import { accountFor } from './current-account.model.ts'
import { accountHere, rememberAccount } from './last-account.ts'
import { placeOf } from './nav.model.ts'

interface Seat {
  readonly me: Me
  readonly account: Account
  /** Works on another account from now on, on the same page as far as there is one. */
  readonly choose: (id: string) => void
}

const SeatContext = createContext<Seat | undefined>(undefined)

interface SeatProps {
  readonly me: Me
  readonly nowhere: ReactNode
  readonly children: ReactNode
}

export function SeatProvider({ me: known, nowhere, children }: SeatProps) {
  // Asked here, too: whoever has just made a merchant chooses its account before the frame around this hears of it.
  const me = useMe() ?? known
  const { account: named } = useSearch({ from: '__root__' })
  const path = useRouterState({ select: state => state.location.pathname })
  const navigate = useNavigate()
  const account = accountFor(me.accounts, named, accountHere())
  const id = account?.id
  useEffect(() => {
    if (!id) return
    rememberAccount(id)
    if (named !== id)
      void navigate({ to: path as '/', search: before => ({ ...before, account: id }), hash: true, replace: true })
  }, [id, named, navigate, path])
  const choose = useCallback(
    (chosen: string) => void navigate({ to: placeOf(path), search: { account: chosen } }),
    [navigate, path],
  )
  const seat = useMemo(() => account && { me, account, choose }, [me, account, choose])
  if (!seat) return nowhere
  return <SeatContext value={seat}>{children}</SeatContext>
}

export function useSeat(): Seat {
  const seat = useContext(SeatContext)
  if (!seat) throw new Error('nobody sits here')
  return seat
}
export const useAccount = (): Account => useSeat().account
/** Whether this person may do it on the account they work on. */
export const useMay = (right: Right): boolean => roleMay(useSeat().account.role, right)
