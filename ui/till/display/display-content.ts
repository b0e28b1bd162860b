// Tells the box what this till's screen shows, whenever it changes; and again while displays listen, for the
// box keeps it in memory.
import { useEffect } from 'react'
import { dataOf, putJson } from '../../kit/api.ts'
import { isReachable, subscribeConnection } from '../../kit/connection.ts'
import { saleState, watchSale } from '../sale/sale-store.ts'
import { displayContentOf, mustSend, repeatMs } from './display-content.model.ts'

const unheard = { heard: '', displays: 0 }
let told = unheard
let isSaying = false

async function say(isTime: boolean): Promise<void> {
  const { sale, isMine } = saleState()
  const said = displayContentOf(sale)
  // What another tab sells, that tab says.
  if (isSaying || !isMine || (sale && sale.caller.till === null) || !mustSend(said, told, isTime)) return
  isSaying = true
  const answer = await dataOf<{ displays: number }>(putJson('/api/v1/till/display-content', said))
  isSaying = false
  // Whatever the box refuses it would refuse again.
  if (answer.ok) told = { heard: JSON.stringify(said), displays: answer.value.displays }
  else if (answer.apiError.kind === 'refused') told = { ...told, heard: JSON.stringify(said) }
  if (answer.ok) void say(false)
}

/** Says it as long as somebody is signed in here. @param atTill whether this browser is a paired till */
export function useDisplayUpdates(atTill: boolean): void {
  useEffect(() => {
    if (!atTill) return
    told = unheard
    void say(true)
    const unwatch = [
      watchSale(() => void say(false)),
      subscribeConnection(() => {
        if (isReachable()) void say(true)
      }),
    ]
    const timer = setInterval(() => void say(true), repeatMs)
    return () => {
      clearInterval(timer)
      for (const stop of unwatch) stop()
    }
  }, [atTill])
}
