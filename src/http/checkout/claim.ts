// The page where a customer claims a refund with their own phone. It asks for the number, shows the holder's
// name, and sends the money. The link is the credential. The page works without scripts.
import { Elysia } from 'elysia'
import { Fault, fault } from '../../domain/fault.ts'
import { readPhone } from '../../domain/phone.ts'
import type { RefundWallet } from '../../domain/refund.ts'
import {
  type Claim,
  claimRefund,
  findClaim,
  openSealedWallet,
  sealWallet,
  tryWallet,
} from '../../flow/refund-claim.ts'
import { success } from '../../wire/money.ts'
import { undocumented } from '../docs/doc.ts'
import { readText } from '../server/body.ts'
import { statusOf } from '../server/fault.ts'
import type { Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { localeOf, nextPageQuery, seeOther } from './checkout-form.ts'
import { countPageRequest, countUnknownLink, lookUpWallet } from './checkout-limit.ts'
import { claimPage, claimProblem } from './checkout-page.ts'
import { claimState, claimStatus, claimView, type TypedNumber, walletView } from './claim-view.ts'

type Headers = Record<string, string>

/** A request to the page of a claim. */
interface Visit {
  readonly server: Server
  readonly request: Request
  readonly token: string
  readonly claim: Claim
  readonly lang: string | null | undefined
}

/** The longest typed number, in characters; the rest is cut off. */
const typedMax = 60

const pathOf = (token: string) => `/claim/${token}`

/**
 * Returns the claim of a link, and counts the request against the limit of its page. A request with an
 * unknown token counts as an unknown link.
 * @throws Fault `not_found`, `rate_limit_exceeded`
 */
async function findCountedClaim(server: Server, request: Request, token: string, headers: Headers) {
  const claim = await findClaim(server.appliance, token)
  if (!claim) {
    await countUnknownLink(server, request)
    throw fault('payment_link_not_found')
  }
  countPageRequest(server, request, headers, `claim ${claim.refund.id}`)
  return claim
}

/** Answers with the page in the refund's current state. @param form the form as this browser sent it */
async function statePage(
  { server: { appliance }, request, token, claim, lang }: Visit,
  form: TypedNumber = {},
  status = 200,
): Promise<Response> {
  const stateAt = (now: number) => claimState(claim.refund, form, now)
  const view = await claimView(appliance, claim, pathOf(token), localeOf(lang), stateAt)
  return claimPage(view, status, request)
}

/**
 * Answers with the page that asks the customer to confirm the wallet. The form holds the wallet sealed, so
 * that the customer cannot confirm any other wallet.
 */
async function confirmPage(
  { server: { appliance }, request, token, claim, lang }: Visit,
  wallet: RefundWallet,
): Promise<Response> {
  const sealed = sealWallet(appliance, claim, wallet)
  const state = { kind: 'confirm', to: walletView(wallet, { showsPhone: true }), sealed } as const
  const view = await claimView(appliance, claim, pathOf(token), localeOf(lang), () => state)
  return claimPage(view, 200, request)
}

/** Redirects to the page of a claim. */
const redirectToPage = ({ token, lang }: Visit) =>
  seeOther(`${pathOf(token)}${nextPageQuery({ lang: lang ?? '' })}`)

/** Shows the form again, with a notice to try later. @throws `error` itself if it is no fault */
function rejectionPage(visit: Visit, error: unknown, typed: string): Promise<Response> {
  if (!(error instanceof Fault)) throw error
  const notice = error.kind === 'rate_limit_exceeded' ? 'too_many' : 'unavailable'
  return statePage(visit, { typed, notice }, statusOf(error))
}

/**
 * Looks up the name of the holder of the number that the customer typed, and asks the customer to confirm
 * that wallet. A malformed number shows the form again. If the refund takes no wallet now, redirects to its
 * page.
 */
async function tryNumber(visit: Visit, form: URLSearchParams): Promise<Response> {
  const { server, request, claim } = visit
  const typed = (form.get('phone') ?? '').replaceAll('\0', '').trim().slice(0, typedMax)
  const phone = readPhone(typed)
  if (!phone) {
    const problem = typed === '' ? 'number_required' : 'number_wrong'
    return statePage(visit, { typed, problem }, 400)
  }
  let wallet: RefundWallet | undefined
  try {
    await lookUpWallet(server, request, async () => {
      const { e164, provider = 'unknown' } = phone
      wallet = await tryWallet(server.appliance, claim, { phone: e164, provider })
      return wallet?.name || undefined // a number without a name counts as a wrong try
    })
  } catch (error) {
    return rejectionPage(visit, error, typed)
  }
  return wallet ? confirmPage(visit, wallet) : redirectToPage(visit)
}

/** Sends the money to the confirmed number, and redirects to the page, which shows the result. */
async function confirmNumber(visit: Visit, form: URLSearchParams): Promise<Response> {
  const { server, request, claim } = visit
  const wallet = openSealedWallet(server.appliance, claim, form.get('wallet') ?? '')
  if (!wallet) return redirectToPage(visit)
  try {
    await claimRefund(server.appliance, claim, wallet, server.peerOf(request))
  } catch (error) {
    // Another number was confirmed first, or the refund has ended: the page shows it.
    const isShownByPage = error instanceof Fault && error.kind === 'invalid_state'
    if (!isShownByPage) return rejectionPage(visit, error, '')
  }
  return redirectToPage(visit)
}

/**
 * Runs a handler and answers its faults with a page, in the language of the link.
 * @throws any error that is no fault
 */
async function withProblemPages(
  request: Request,
  { lang }: Query,
  handle: () => Promise<Response>,
): Promise<Response> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const locale = localeOf(lang) ?? 'en'
    // A link cannot repeat the form post that confirms, so it leads to the page that has the form.
    const retry = new URL(request.url).pathname.replace(/\/confirm$/, '')
    if (error.kind === 'not_found') return claimProblem('missing', locale, { request })
    const kind = error.kind === 'rate_limit_exceeded' ? 'too_many_requests' : 'server_error'
    return claimProblem(kind, locale, { request, retry, status: statusOf(error) })
  }
}

/** Returns the public page on which a customer claims a refund, and its forms. */
export const claimRoutes = (server: Server) => {
  /** Returns the route handler that reads a form and passes it to `handle`. */
  const handlePost =
    (handle: (visit: Visit, form: URLSearchParams) => Promise<Response>) =>
    ({ params: { token }, query, request, set }: PostContext) =>
      withProblemPages(request, query, async () => {
        const claim = await findCountedClaim(server, request, token, set.headers as Headers)
        const form = new URLSearchParams(await readText(request))
        return handle({ server, request, token, claim, lang: form.get('lang') ?? query.lang }, form)
      })
  return new Elysia()
    .get(
      '/claim/:token',
      ({ params: { token }, query, request, set }) =>
        withProblemPages(request, query, async () => {
          const claim = await findCountedClaim(server, request, token, set.headers as Headers)
          return statePage({ server, request, token, claim, lang: query.lang })
        }),
      undocumented,
    )
    .get(
      '/claim/:token/status',
      async ({ params: { token }, query, request, set }) => {
        const { refund } = await findCountedClaim(server, request, token, set.headers as Headers)
        set.headers['cache-control'] = 'no-store'
        return success(200, { state: claimStatus(refund, query.shown, server.appliance.world.clock.now()) })
      },
      undocumented,
    )
    .post('/claim/:token', handlePost(tryNumber), { parse: 'none', ...undocumented })
    .post('/claim/:token/confirm', handlePost(confirmNumber), { parse: 'none', ...undocumented })
}

/** The part of Elysia's context that the forms need. */
interface PostContext {
  readonly params: { readonly token: string }
  readonly query: Query
  readonly request: Request
  readonly set: { headers: unknown }
}
