// The checkout in a browser: the page, its form posts, and faults as pages. A form post redirects to the
// page, so that a reload never pays twice.
import type { PushRejection } from '../../../ui/checkout/view.ts'
import { Fault } from '../../domain/fault.ts'
import { type Locale, locales } from '../../domain/profile.ts'
import { type CheckoutProgress, isPayable, paySession, progressOf } from '../../flow/checkout.ts'
import { readText } from '../server/body.ts'
import { statusOf } from '../server/fault.ts'
import type { Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { checkoutPage, checkoutProblem } from './checkout-page.ts'
import { checkoutPageView, isHandset, profileOf, type TypedFields } from './checkout-view.ts'
import { checkPay, payInputOfForm, repeatedPayRequest } from './pay.ts'

export const isForm = (request: Request) =>
  /^application\/x-www-form-urlencoded/i.test(request.headers.get('content-type') ?? '')
export const wantsPage = (request: Request) =>
  isForm(request) || (request.headers.get('accept') ?? '').includes('text/html')
export const localeOf = (text: string | null | undefined): Locale | undefined =>
  locales.find(locale => locale === text)

/** Stores the typed number in this browser, for the page of this checkout. */
const phoneCookie = (token: string, e164: string) =>
  `kaunta_phone=${encodeURIComponent(e164)}; Path=/checkout/${token}; Max-Age=3600; HttpOnly; SameSite=Lax`
export const typedPhoneOf = (request: Request) => {
  const digits = /(?:^|;\s*)kaunta_phone=%2B(255\d{9})(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return digits && `+${digits}`
}

/** The query for the next page: the language and the merchant's metadata, nothing else. */
export function nextPageQuery({ lang, meta }: Query): string {
  const next = new URLSearchParams({ ...(lang ? { lang } : {}), ...(meta ? { meta } : {}) })
  return next.size > 0 ? `?${next}` : ''
}

export const seeOther = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { ...headers, location, 'cache-control': 'no-store' } })

/** Runs a handler; with `isPage` its faults become pages. */
export async function withProblemPage<T>(
  { isPage, request, query }: { readonly isPage: boolean; readonly request: Request; readonly query: Query },
  handle: () => Promise<T>,
): Promise<T | Response> {
  try {
    return await handle()
  } catch (error) {
    if (isPage && error instanceof Fault) return problemPage(error, request, localeOf(query.lang) ?? 'en')
    throw error
  }
}

function problemPage(error: Fault, request: Request, locale: Locale): Response {
  // A link cannot pay or cancel again, so it leads to the page before.
  const retry = new URL(request.url).pathname.replace(/\/(pay|cancel\/.*)$/, '')
  if (error.kind === 'not_found') return checkoutProblem('missing', locale, { request })
  if (error.kind === 'rate_limit_exceeded') return checkoutProblem('too_many', locale, { request, retry })
  if (error.kind === 'validation_error') return checkoutProblem('bad_link', locale, { request })
  return checkoutProblem('server_error', locale, { request, retry, status: statusOf(error) })
}

export async function progressPage(
  { appliance }: Server,
  request: Request,
  progress: CheckoutProgress,
  query: Query,
  typed: TypedFields,
  status = 200,
): Promise<Response> {
  const view = await checkoutPageView(appliance, progress, {
    locale: localeOf(query.lang),
    meta: query.meta || null,
    typed,
    isHandset: isHandset(request),
  })
  return checkoutPage(view, status, request)
}

/** Faults that the page itself shows: the attempt is in progress, over or failed. */
const shownByPage: readonly Fault['kind'][] = ['conflict', 'payment_expired', 'network_unavailable']

/** Why no push was sent; the page shows it and keeps the input. */
function rejectionOf(error: unknown): PushRejection | undefined {
  if (!(error instanceof Fault)) return undefined
  const { reason, params } = error
  const isOurs =
    reason === 'push_too_soon' || reason === 'link_pushes_used_up' || reason === 'phone_pushes_used_up'
  return isOurs ? { reason, ms: Number(params.seconds) * 1_000 } : undefined
}

export async function payByForm(
  server: Server,
  request: Request,
  token: string,
  query: Query,
  progress: CheckoutProgress,
): Promise<Response> {
  const { appliance } = server
  const { session, attempt } = progress
  const form = new URLSearchParams(await readText(request))
  const input = payInputOfForm(form)
  const carry = { lang: form.get('lang') ?? query.lang, meta: input.meta ?? query.meta }
  const back = `/checkout/${token}${nextPageQuery(carry)}`
  const { request: payRequest, problems } = checkPay(input, session, await profileOf(appliance, session))
  const replaces = input.replaces && attempt?.method === 'push'
  if (!replaces && Object.keys(problems).length > 0) {
    if (!isPayable(session, appliance.world.clock.now())) return seeOther(back)
    const typed = { values: Object.fromEntries(form), problems, phone: typedPhoneOf(request) }
    return progressPage(server, request, progress, carry, typed, 400)
  }
  const isTyped = payRequest.phone && !replaces
  try {
    await paySession(appliance, token, replaces ? repeatedPayRequest(progress) : payRequest)
  } catch (error) {
    const refused = rejectionOf(error)
    if (refused) {
      const values = replaces ? {} : { values: Object.fromEntries(form) }
      const typed = { ...values, phone: typedPhoneOf(request), refused }
      const page = await progressPage(server, request, await progressOf(appliance, token), carry, typed, 429)
      page.headers.set('retry-after', String(refused.ms / 1_000))
      return page
    }
    if (!(error instanceof Fault) || !shownByPage.includes(error.kind)) throw error
  }
  return seeOther(back, isTyped ? { 'set-cookie': phoneCookie(token, payRequest.phone.e164) } : undefined)
}
