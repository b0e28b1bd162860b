// Rate limits of checkout links. The link is the credential, so guessing links is counted too.
import { Fault } from '../../domain/fault.ts'
import { type CheckoutProgress, progressOf } from '../../flow/checkout.ts'
import { writeLimitHeaders } from '../access/access.ts'
import type { Server } from '../server/server.ts'

/** Requests a minute for one checkout from one address: its page checks the status every 2 s. */
const pageLimit = 120
/** Unknown links a minute, by address. Short links are fewer, so those have a limit for all addresses too. */
const missLimits = { address: 60, all: 3_000 } as const

/** Lookups of receipts a minute that find none: 8 digits can be guessed. */
const receiptMissLimits = { address: 10, all: 300 } as const

type Headers = Record<string, string>

/** Counts an unknown link. */
export function countUnknownLink(
  { limiter, peerOf }: Server,
  request: Request,
  headers: Headers,
  isCode: boolean,
) {
  limiter.take(`checkout miss ${peerOf(request)}`, missLimits.address, writeLimitHeaders(headers))
  if (isCode) limiter.take('checkout miss', missLimits.all, writeLimitHeaders(headers))
}

/** @throws Fault `rate_limit_exceeded` before a short link is looked up */
export function assertMayLookUp({ limiter, peerOf }: Server, request: Request, headers: Headers) {
  limiter.peek(`checkout miss ${peerOf(request)}`, missLimits.address, writeLimitHeaders(headers))
  limiter.peek('checkout miss', missLimits.all, writeLimitHeaders(headers))
}

/** @throws Fault `rate_limit_exceeded` before a payment number is looked up */
export function assertMayFindReceipt({ limiter, peerOf }: Server, request: Request, headers: Headers) {
  limiter.peek(`receipt miss ${peerOf(request)}`, receiptMissLimits.address, writeLimitHeaders(headers))
  limiter.peek('receipt miss', receiptMissLimits.all, writeLimitHeaders(headers))
}

/** Counts a payment number without a receipt. */
export function countUnknownReceipt({ limiter, peerOf }: Server, request: Request, headers: Headers) {
  limiter.take(`receipt miss ${peerOf(request)}`, receiptMissLimits.address, writeLimitHeaders(headers))
  limiter.take('receipt miss', receiptMissLimits.all, writeLimitHeaders(headers))
}

/** Counts a request for one page. @param name of the page, unique among all pages */
export function countPageRequest(server: Server, request: Request, headers: Headers, name: string): void {
  const limit = server.limits.api && pageLimit
  server.limiter.take(`checkout ${name} ${server.peerOf(request)}`, limit, writeLimitHeaders(headers))
}

/** The checkout behind a token, counted. @throws Fault `not_found`, `rate_limit_exceeded` */
export async function countedProgress(
  server: Server,
  request: Request,
  token: string,
  headers: Headers,
): Promise<CheckoutProgress> {
  const progress = await progressOf(server.appliance, token).catch(error => {
    if (error instanceof Fault && error.kind === 'not_found')
      countUnknownLink(server, request, headers, false)
    throw error
  })
  countPageRequest(server, request, headers, token)
  return progress
}
