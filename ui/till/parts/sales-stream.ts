// The one stream of what happens to the sales of this till, open while a person is signed in: the list,
// parked sales, links, the shift and the displays follow it, so that nothing asks again and again.
import { useEffect } from 'react'
import type { Caller } from '../../kit/caller.ts'
import { openLiveStream } from '../../kit/live-stream.ts'
import { allPaymentEventsUrl, type Payment } from '../../kit/payment.ts'
import { queryClient } from '../../kit/query.ts'

/** A payment that changed, or the reference of a link that ended; undefined: anything may have changed. */
export type SalesNews = Payment | { readonly reference: string } | undefined
export const isPayment = (news: SalesNews): news is Payment => news !== undefined && 'payment_type' in news

type Listener = (news: SalesNews, caller: Caller) => void
const listeners = new Set<Listener>()

/** The products that changed, null when they are many; `any` after the stream was broken. */
export type ProductNews = readonly string[] | null | 'any'
const productListeners = new Set<(news: ProductNews) => void>()

/** @returns unsubscribes */
export function subscribeProductNews(listener: (news: ProductNews) => void): () => void {
  productListeners.add(listener)
  return () => productListeners.delete(listener)
}

/** @returns unsubscribes */
export function subscribeSalesNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface ProductsChanged {
  readonly ids: readonly string[] | null
}
interface ParkedChanged {
  readonly parked: true
}
type News = SalesNews | ProductsChanged | ParkedChanged

const parkedListeners = new Set<() => void>()
function subscribeParkedNews(listener: () => void): () => void {
  parkedListeners.add(listener)
  return () => parkedListeners.delete(listener)
}

/** Notifies the listeners that the news concerns: all of them without news, as anything may have changed. */
function publishNews(news: News, caller: Caller): void {
  const isAny = news === undefined
  if (isAny || 'ids' in news) for (const listener of productListeners) listener(isAny ? 'any' : news.ids)
  if (isAny || 'parked' in news) for (const listener of parkedListeners) listener()
  if (isAny || !('ids' in news || 'parked' in news)) for (const listener of listeners) listener(news, caller)
}

function readNews(data: string): News {
  const news = JSON.parse(data) as Partial<Payment> | ProductsChanged | ParkedChanged
  if ('ids' in news || 'parked' in news) return news
  return (news as Partial<Payment>).reference === undefined ? undefined : (news as Payment)
}

/** Opens the stream for as long as this person is signed in. */
export function useSalesStream({ account, till }: Caller, cashier: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each cashier has a stream of their own
  useEffect(() => {
    const caller = { account, till }
    const publish = (news: News) => publishNews(news, caller)
    return openLiveStream(
      allPaymentEventsUrl(caller),
      ['open', 'payment', 'session', 'products.changed', 'parked.changed'],
      readNews,
      publish,
      undefined,
      () => publish(undefined),
    )
  }, [account, till, cashier])
}

/** Changes that come together load a query once. */
const gatherMs = 400

/** Loads a query again after news of sales, or of parked sales. */
export function useReloadAtNews(key: 'sales' | 'shift' | 'parked'): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      timer = undefined
      if (!document.hidden) void queryClient.invalidateQueries({ queryKey: [key] })
    }
    const subscribe = key === 'parked' ? subscribeParkedNews : subscribeSalesNews
    const unsubscribe = subscribe(() => {
      timer ??= setTimeout(reload, gatherMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [key])
}
