// The one stream of what happens to the sales of this till, open while a person is signed in: the list,
// parked sales, links, the shift and the displays follow it, so that nothing asks again and again.
import { useEffect } from 'react'
import type { Caller } from '../../kit/caller.ts'
import { newListeners } from '../../kit/listeners.ts'
import { openLiveStream } from '../../kit/live-stream.ts'
import { allPaymentEventsUrl, type Payment } from '../../kit/payment.ts'
import { queryClient } from '../../kit/query.ts'

/** A payment that changed, or the reference of a link that ended; undefined: anything may have changed. */
export type SalesNews = Payment | { readonly reference: string } | undefined
/** Returns whether the news is a payment. */
export const isPayment = (news: SalesNews): news is Payment => news !== undefined && 'payment_type' in news

const salesListeners = newListeners<[news: SalesNews, caller: Caller]>()
/** Calls back with news of sales. Returns the function that stops it. */
export const subscribeSalesNews = salesListeners.subscribe

/** The products that changed, null when they are many; `any` after the stream was broken. */
export type ProductNews = readonly string[] | null | 'any'
const productListeners = newListeners<[news: ProductNews]>()
/** Calls back with the products that changed. Returns the function that stops it. */
export const subscribeProductNews = productListeners.subscribe

const parkedListeners = newListeners()

interface ProductsChanged {
  readonly ids: readonly string[] | null
}
interface ParkedChanged {
  readonly parked: true
}
type News = SalesNews | ProductsChanged | ParkedChanged

/** Notifies the listeners that the news concerns; all of them if `news` is undefined. */
function publishNews(news: News, caller: Caller): void {
  const isAnything = news === undefined
  if (isAnything || 'ids' in news) productListeners.call(isAnything ? 'any' : news.ids)
  if (isAnything || 'parked' in news) parkedListeners.call()
  if (isAnything || !('ids' in news || 'parked' in news)) salesListeners.call(news, caller)
}

/**
 * Reads the data of an event. The event `open`, with which a stream begins, has no reference: anything may
 * have changed before it.
 */
function readNews(data: string): News {
  const news = JSON.parse(data) as Partial<Payment> | ProductsChanged | ParkedChanged
  if ('ids' in news || 'parked' in news) return news
  return (news as Partial<Payment>).reference === undefined ? undefined : (news as Payment)
}

/** Keeps the stream open while this person is signed in. */
export function useSalesStream({ account, till }: Caller, cashier: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream ends with its cashier's login
  useEffect(() => {
    const caller = { account, till }
    return openLiveStream(allPaymentEventsUrl(caller), {
      names: ['open', 'payment', 'session', 'products.changed', 'parked.changed'],
      receive: data => publishNews(readNews(data), caller),
      onBroken: () => publishNews(undefined, caller),
    })
  }, [account, till, cashier])
}

/** How long news is collected before its query is loaded again, once for all of it. */
const reloadDelayMs = 400

/** Loads a query again after news: `parked` after news of parked sales, the others after news of sales. */
export function useReloadOnNews(queryName: 'sales' | 'shift' | 'parked'): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      timer = undefined
      if (!document.hidden) void queryClient.invalidateQueries({ queryKey: [queryName] })
    }
    const listeners = queryName === 'parked' ? parkedListeners : salesListeners
    const unsubscribe = listeners.subscribe(() => {
      timer ??= setTimeout(reload, reloadDelayMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [queryName])
}
