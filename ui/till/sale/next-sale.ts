// After a paid sale the till goes back to the keypad automatically, unless the cashier touches the screen; or
// at once, with the first digit of the next amount. Whether it does is a setting of this device.
import { useEffect, useState } from 'react'
import { isBoolean, readStored, writeStored } from '../../kit/storage.ts'
import { pressAmount } from '../parts/amount.model.ts'
import { usePadKeys } from '../parts/keypad.tsx'
import { draftStorageKey } from './draft-storage-key.ts'
import { beginNextSale } from './sale-actions.ts'

/** How long a paid sale is shown before the till goes back to the keypad. */
const returnMs = 5_000

const returnStorageKey = 'till.return'
/** Returns whether the till goes back to the keypad without a tap after a paid sale. */
export const returnsByItself = (): boolean => readStored(returnStorageKey, isBoolean) !== false
/** Stores whether the till goes back to the keypad without a tap. */
export const setReturnsByItself = (isOn: boolean): void => void writeStored(returnStorageKey, isOn)

/**
 * Goes back to the keypad after `returnMs`, if `isWanted` when the screen appears and the setting is on. Any
 * touch or key before that keeps the screen. Returns whether the till is about to go back.
 */
export function useAutomaticReturn(isWanted: boolean): boolean {
  const [isReturning, setReturning] = useState(() => isWanted && returnsByItself())
  useEffect(() => {
    if (!isReturning) return
    const timer = setTimeout(beginNextSale, returnMs)
    const stay = () => setReturning(false)
    const names = ['pointerdown', 'wheel', 'keydown'] as const
    for (const name of names) window.addEventListener(name, stay, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const name of names) window.removeEventListener(name, stay, { capture: true })
    }
  }, [isReturning])
  return isReturning
}

/** Lets the first digit that is typed on a keyboard begin the next sale with it, while `isOn`. */
export function useNextAmount(isOn: boolean): void {
  usePadKeys({
    onKey: key => {
      const amount = isOn ? pressAmount(0, key) : 0
      if (amount === 0) return
      writeStored(draftStorageKey, { amount, items: [], note: '' }, 'tab')
      beginNextSale()
    },
  })
}
