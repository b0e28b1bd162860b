// Rate limits of checkout links. The link is the credential, so guesses are counted, too.
import { Fault } from '../../domain/fault.ts'
import { type CheckoutProgress, progressOf } from '../../flow/checkout.ts'
import { writeLimitHeaders } from '../access/access.ts'
import type { Guessable } from '../access/guess.ts'
import type { Server } from '../server/server.ts'

/** Requests per minute for one checkout from one address. Its page checks the status every 2 s. */
const pageLimit = 120
/**
 * Requests per minute for one shop page from one address. All customers in the shop's Wi-Fi share an address,
 * as do many customers of one phone company: 150 of them may load 8 pages each.
 */
const shopLimit = 1_200
/** Guesses of short links, which have eight letters and digits. */
const linkGuesses: Guessable = { name: 'link', byCaller: 60, byAll: 3_000, reserve: 3 }
/** Guesses of payment numbers, which have 8 digits. */
const receiptGuesses: Guessable = { name: 'receipt', byCaller: 10, byAll: 300, reserve: 3 }
/** Phone numbers that customers enter for refunds. A number without a known name counts as a wrong try. */
const walletGuesses: Guessable = { name: 'wallet', byCaller: 10, byAll: 300, reserve: 3 }

type Headers = Record<string, string>
/** Looks something up with `find`, and counts a look-up that finds nothing. */
type Lookup = <T>(
  server: Server,
  request: Request,
  find: () => Promise<T | undefined>,
) => Promise<T | undefined>

/** Returns the look-up for one kind of guessable text. Each text that is not found counts as a wrong try. */
const lookupOf =
  (kind: Guessable): Lookup =>
  ({ guesses, callerKeyOf }, request, find) =>
    guesses.counted(kind, callerKeyOf(request), find)

/** Looks up a short link. @throws Fault `rate_limit_exceeded` after too many unknown links */
export const lookUpLink = lookupOf(linkGuesses)
/** Looks up a payment number. @throws Fault `rate_limit_exceeded` after too many unknown numbers */
export const lookUpReceipt = lookupOf(receiptGuesses)
/** Looks up the name of a wallet. @throws Fault `rate_limit_exceeded` after too many without a name */
export const lookUpWallet = lookupOf(walletGuesses)

/** Long links cannot be guessed, so unknown ones are limited for each caller, but not over all callers. */
const longLinkGuesses: Guessable = { ...linkGuesses, byAll: undefined }

/** Counts a request with an unknown long link as a wrong try. @throws Fault `rate_limit_exceeded` */
export const countUnknownLink = ({ guesses, callerKeyOf }: Server, request: Request): Promise<unknown> =>
  guesses.counted(longLinkGuesses, callerKeyOf(request), async () => undefined)

/** Returns `perMinute`, or 0 (no limit) if the server does not limit its API. */
const limitOf = ({ limits }: Server, perMinute: number) => (limits.api === 0 ? 0 : perMinute)

/**
 * Counts a request for one page against the limit of the client's address.
 * @param headers of the answer, which get the state of the limit
 * @param name of the page, unique among all pages
 * @throws Fault `rate_limit_exceeded`
 */
export function countPageRequest(server: Server, request: Request, headers: Headers, name: string): void {
  const limit = limitOf(server, pageLimit)
  server.limiter.take(`checkout ${name} ${server.callerKeyOf(request)}`, limit, writeLimitHeaders(headers))
}

/** Counts a request for a shop page against the limit of the address. @throws Fault `rate_limit_exceeded` */
export function countShopRequest(
  server: Server,
  request: Request,
  headers: Headers,
  profileId: string,
): void {
  const limit = limitOf(server, shopLimit)
  server.limiter.take(`shop ${profileId} ${server.callerKeyOf(request)}`, limit, writeLimitHeaders(headers))
}

/** Orders per minute on one shop page from one address, which customers in the shop's network share. */
const orderLimit = 30

/** Counts an order that is created on a shop page. @throws Fault `rate_limit_exceeded` */
export function countOrder(server: Server, request: Request, headers: Headers, profileId: string): void {
  const limit = limitOf(server, orderLimit)
  server.limiter.take(`order ${profileId} ${server.callerKeyOf(request)}`, limit, writeLimitHeaders(headers))
}

/**
 * Returns the checkout of a token, and counts the request against the limit of its page. A request with an
 * unknown token counts as an unknown link.
 * @throws Fault `not_found`, `rate_limit_exceeded`
 */
export async function findCountedProgress(
  server: Server,
  request: Request,
  token: string,
  headers: Headers,
): Promise<CheckoutProgress> {
  let progress: CheckoutProgress
  try {
    progress = await progressOf(server.appliance, token)
  } catch (error) {
    if (error instanceof Fault && error.kind === 'not_found') await countUnknownLink(server, request)
    throw error
  }
  countPageRequest(server, request, headers, token)
  return progress
}
