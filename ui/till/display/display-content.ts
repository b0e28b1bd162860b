// Publishes what this till's screen shows to the customer displays: on every change, and again whenever the
// stream of its sales begins, because a server that restarted has forgotten it.
import { useEffect } from 'react'
import { dataOf, putJson } from '../../kit/api.ts'
import { subscribeSalesNews } from '../parts/sales-stream.ts'
import { saleState, subscribeSale } from '../sale/sale-store.ts'
import { displayContentOf } from './display-content.model.ts'

/** The last content that the server took, as JSON. */
let published = ''
let isPublishing = false

/**
 * Sends the current content to the server unless it has it already. `isForgotten` means that the server may
 * have lost it. Afterwards it looks again, because the sale may have changed meanwhile.
 */
async function publish(isForgotten: boolean): Promise<void> {
  const { sale, isMine } = saleState()
  if (isForgotten) published = ''
  // Another tab publishes its own sale.
  if (isPublishing || !isMine || (sale && sale.caller.till === null)) return
  const content = displayContentOf(sale)
  const text = JSON.stringify(content)
  if (text === published) return
  isPublishing = true
  const answer = await dataOf<unknown>(putJson('/api/v1/till/display-content', content))
  isPublishing = false
  // The server would reject the same content again, so it is not sent again.
  if (answer.ok || answer.apiError.kind === 'refused') published = text
  if (answer.ok) void publish(false)
}

/** Keeps the displays up to date while `isOn`: a cashier is signed in on a till that has a display. */
export function useDisplayUpdates(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    void publish(true)
    const subscriptions = [
      subscribeSale(() => void publish(false)),
      subscribeSalesNews(news => {
        if (news === undefined) void publish(true)
      }),
    ]
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [isOn])
}
