// Publishes what this till's screen shows to the customer displays: on every change, and again while displays
// are connected, because the server keeps it only in memory.
import { useEffect } from 'react'
import { dataOf, putJson } from '../../kit/api.ts'
import { isReachable, subscribeConnection } from '../../kit/connection.ts'
import { saleState, subscribeSale } from '../sale/sale-store.ts'
import { displayContentOf, mustPublish, repeatMs } from './display-content.model.ts'

const neverPublished = { content: '', displays: 0 }
let published = neverPublished
let isPublishing = false

async function publish(isDue: boolean): Promise<void> {
  const { sale, isMine } = saleState()
  const content = displayContentOf(sale)
  // Another tab publishes its own sale.
  if (isPublishing || !isMine || (sale && sale.caller.till === null)) return
  if (!mustPublish(content, published, isDue)) return
  isPublishing = true
  const answer = await dataOf<{ displays: number }>(putJson('/api/v1/till/display-content', content))
  isPublishing = false
  // What the server rejects once it would reject again.
  if (answer.ok) published = { content: JSON.stringify(content), displays: answer.value.displays }
  else if (answer.apiError.kind === 'refused') published = { ...published, content: JSON.stringify(content) }
  if (answer.ok) void publish(false)
}

/** Publishes as long as a cashier is signed in here. @param atTill whether this browser is a paired till */
export function useDisplayUpdates(atTill: boolean): void {
  useEffect(() => {
    if (!atTill) return
    published = neverPublished
    void publish(true)
    const subscriptions = [
      subscribeSale(() => void publish(false)),
      subscribeConnection(() => {
        if (isReachable()) void publish(true)
      }),
    ]
    const timer = setInterval(() => void publish(true), repeatMs)
    return () => {
      clearInterval(timer)
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [atTill])
}
