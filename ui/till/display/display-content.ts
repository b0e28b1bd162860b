// Tells the box what this till's screen shows, whenever it changes; and again while displays listen, for the box keeps it in memory.
import { useEffect } from 'react'
import { dataOf, put } from '../../kit/api.ts'
import { isReachable, watchLink } from '../../kit/connection.ts'
import { saleState, watchSale } from '../sale/sale-store.ts'
import { againMs, mustSay, saidOf } from './display-content.model.ts'

const unheard = { heard: '', displays: 0 }
let told = unheard
let isSaying = false

async function say(isTime: boolean): Promise<void> {
  const { sale, isMine } = saleState()
  const said = saidOf(sale)
  // What another tab sells, that tab says.
  if (isSaying || !isMine || (sale && sale.place.till === null) || !mustSay(said, told, isTime)) return
  isSaying = true
  const answer = await dataOf<{ displays: number }>(put('/api/v1/till/shown', said))
  isSaying = false
  // Whatever the box refuses it would refuse again.
  if (answer.ok) told = { heard: JSON.stringify(said), displays: answer.value.displays }
  else if (answer.trouble.kind === 'refused') told = { ...told, heard: JSON.stringify(said) }
  if (answer.ok) void say(false)
}

/** Says it as long as somebody is signed in here. @param atTill whether this browser is a paired till */
export function useTelling(atTill: boolean): void {
  useEffect(() => {
    if (!atTill) return
    told = unheard
    void say(true)
    const unwatch = [
      watchSale(() => void say(false)),
      watchLink(() => {
        if (isReachable()) void say(true)
      }),
    ]
    const timer = setInterval(() => void say(true), againMs)
    return () => {
      clearInterval(timer)
      for (const stop of unwatch) stop()
    }
  }, [atTill])
}
