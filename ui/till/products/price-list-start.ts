// Starts the price list after a cashier has signed in: its code is not part of the first load.
import { useEffect } from 'react'
import type { Caller } from '../../kit/caller.ts'

// This is a function because the server links imports that look as if they run during loading.
const loadPriceList = () => import('./price-list.ts')

/** Loads the price list in the background and keeps it up to date while this person is signed in. */
export function usePriceList({ account, till }: Caller, cashier: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next cashier must not read as the last one
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    void loadPriceList().then(({ startPriceList }) => {
      if (!isOver) stop = startPriceList({ account, till })
    })
    return () => {
      isOver = true
      stop()
    }
  }, [account, till, cashier])
}
