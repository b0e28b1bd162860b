// Publishes what this till's screen shows to the customer displays: on every change, and again whenever the
// stream of its sales begins, because a server that restarted has forgotten it.
import { useEffect } from 'react'
import { dataOf, putJson } from '../../kit/api.ts'
import { subscribeSalesNews } from '../parts/sales-stream.ts'
import { saleState, subscribeSale } from '../sale/sale-store.ts'
import { displayContentOf } from './display-content.model.ts'

/** The last content that the server accepted or rejected, as JSON; empty if it may have forgotten that. */
let published = ''
let isPublishing = false

/**
 * Sends the current content to the server, unless it was sent before. Once the server has accepted it, this
 * checks again, because the sale may have changed while the request was under way.
 */
async function publish(): Promise<void> {
  const { sale, isMine } = saleState()
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
  if (answer.ok) void publish()
}

/** Sends the current content even if it was sent before, because the server may have forgotten it. */
function republish(): void {
  published = ''
  void publish()
}

/** Keeps the displays up to date while `isOn`: while a cashier is signed in on a till that has displays. */
export function useDisplayUpdates(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    republish()
    const subscriptions = [
      subscribeSale(() => void publish()),
      subscribeSalesNews(news => {
        // The stream is broken or begins again, perhaps because the server has restarted.
        if (news === undefined) republish()
      }),
    ]
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [isOn])
}
