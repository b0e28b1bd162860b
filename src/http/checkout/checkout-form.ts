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

const formType = /^application\/x-www-form-urlencoded/i

/** Whether a form of the page sent the request. */
export const isForm = (request: Request) => formType.test(request.headers.get('content-type') ?? '')
/** Whether a browser sent the request, so that the answer is a page instead of JSON. */
export const wantsPage = (request: Request) =>
  isForm(request) || (request.headers.get('accept') ?? '').includes('text/html')
/** Returns the language with this code; undefined for any other text. */
export const localeOf = (text: string | null | undefined): Locale | undefined =>
  locales.find(locale => locale === text)

/**
 * Returns the Set-Cookie header with which this browser remembers the typed number for an hour, only on the
 * page of this checkout.
 * @param e164 the number, such as `+255712345678`
 */
const phoneCookie = (token: string, e164: string) =>
  `kaunta_phone=${encodeURIComponent(e164)}; Path=/checkout/${token}; Max-Age=3600; HttpOnly; SameSite=Lax`
/** Finds that cookie in a Cookie header, such as `theme=dark; kaunta_phone=%2B255712345678`. */
const phoneCookiePattern = /(?:^|;\s*)kaunta_phone=%2B(255\d{9})(?:;|$)/
/** Returns the number that was typed in this browser, as E.164; undefined if its cookie holds none. */
export const typedPhoneOf = (request: Request) => {
  const digits = phoneCookiePattern.exec(request.headers.get('cookie') ?? '')?.[1]
  return digits && `+${digits}`
}

/**
 * Returns the query string of the next page, with its `?`: only the language and the merchant's metadata. It
 * is empty if both are absent.
 */
export function nextPageQuery({ lang, meta }: Query): string {
  const query = new URLSearchParams()
  if (lang) query.set('lang', lang)
  if (meta) query.set('meta', meta)
  return query.size > 0 ? `?${query}` : ''
}

/** Returns the answer that redirects a browser to a page, which the browser then requests with GET. */
export const seeOther = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { ...headers, location, 'cache-control': 'no-store' } })

/**
 * Runs a handler and returns its answer. If the client wants a page, a fault is answered with a page that
 * explains it.
 * @param isPage whether the client wants a page; otherwise faults are thrown on
 * @throws what the handler throws, except a fault that a page explains
 */
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

/** The end of a path that takes only POST requests, such as `/pay` or `/cancel/att_1`. */
const postedPathEnd = /\/(pay|cancel\/.*)$/

/** Returns the page that explains a fault, with a link for a second try if that can help. */
function problemPage(error: Fault, request: Request, locale: Locale): Response {
  // A link cannot repeat a form post, so it leads to the page that has the form.
  const retry = new URL(request.url).pathname.replace(postedPathEnd, '')
  if (error.kind === 'not_found') return checkoutProblem('missing', locale, { request })
  if (error.kind === 'rate_limit_exceeded') return checkoutProblem('too_many', locale, { request, retry })
  if (error.kind === 'validation_error') return checkoutProblem('bad_link', locale, { request })
  return checkoutProblem('server_error', locale, { request, retry, status: statusOf(error) })
}

/**
 * Returns the page of a checkout in its current state.
 * @param typedFields the form as this browser sent it, which the page shows again with its problems
 * @param status the HTTP status of the answer
 */
export async function progressPage(
  { appliance }: Server,
  request: Request,
  progress: CheckoutProgress,
  query: Query,
  typedFields: TypedFields,
  status = 200,
): Promise<Response> {
  const view = await checkoutPageView(appliance, progress, {
    locale: localeOf(query.lang),
    meta: query.meta || null,
    typed: typedFields,
    isHandset: isHandset(request),
  })
  return checkoutPage(view, status, request)
}

/**
 * Kinds of faults that need no page of their own, because the page of the checkout shows their cause: the
 * attempt is in progress, has ended or has failed.
 */
const shownByPage: readonly Fault['kind'][] = ['conflict', 'payment_expired', 'network_unavailable']

/**
 * Returns why no push was sent and how many milliseconds to wait, which the page shows next to the input;
 * undefined if a limit of pushes did not cause the error.
 */
function rejectionOf(error: unknown): PushRejection | undefined {
  if (!(error instanceof Fault)) return undefined
  const { reason, params } = error
  const isPushLimit =
    reason === 'push_too_soon' || reason === 'link_pushes_used_up' || reason === 'phone_pushes_used_up'
  return isPushLimit ? { reason, ms: Number(params.seconds) * 1_000 } : undefined
}

/** The form of a checkout as a browser sent it. */
interface SentForm {
  readonly token: string
  readonly form: URLSearchParams
  /** The query of the page that the browser gets next. */
  readonly nextQuery: Query
  /** Whether the customer wants another push with the number, amount and answers of the last one. */
  readonly repeatsPush: boolean
}

/** Returns the page that shows why no push was sent and when to try again: status 429, with `retry-after`. */
async function rejectionPage(
  server: Server,
  request: Request,
  { token, form, nextQuery, repeatsPush }: SentForm,
  rejection: PushRejection,
): Promise<Response> {
  // The form that asks for another push has no fields to show again.
  const values = repeatsPush ? {} : { values: Object.fromEntries(form) }
  const typedFields = { ...values, phone: typedPhoneOf(request), refused: rejection }
  const progress = await progressOf(server.appliance, token)
  const page = await progressPage(server, request, progress, nextQuery, typedFields, 429)
  page.headers.set('retry-after', String(rejection.ms / 1_000))
  return page
}

/**
 * Pays a session with the page's form, or sends another push if the customer missed the last one.
 * @returns a redirect to the page of the checkout, or that page itself: with status 400 if a field is wrong,
 * 429 if no push may be sent
 * @throws Fault that the page of the checkout cannot show
 */
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
  const nextQuery = { lang: form.get('lang') ?? query.lang, meta: input.meta ?? query.meta }
  const pagePath = `/checkout/${token}${nextPageQuery(nextQuery)}`
  const { request: payRequest, problems } = checkPay(input, session, await profileOf(appliance, session))
  // Another push repeats number, amount and answers of the last one, so the form's fields do not matter.
  const repeatsPush = input.wantsAnotherPush && attempt?.method === 'push'
  if (!repeatsPush && Object.keys(problems).length > 0) {
    // If the session has ended, its page shows that instead of the problems.
    if (!isPayable(session, appliance.world.clock.now())) return seeOther(pagePath)
    const typedFields = { values: Object.fromEntries(form), problems, phone: typedPhoneOf(request) }
    return progressPage(server, request, progress, nextQuery, typedFields, 400)
  }
  try {
    await paySession(appliance, token, repeatsPush ? repeatedPayRequest(progress) : payRequest)
  } catch (error) {
    const rejection = rejectionOf(error)
    if (rejection) return rejectionPage(server, request, { token, form, nextQuery, repeatsPush }, rejection)
    const isShownByPage = error instanceof Fault && shownByPage.includes(error.kind)
    if (!isShownByPage) throw error
  }
  const typedPhone = repeatsPush ? undefined : payRequest.phone
  return seeOther(pagePath, typedPhone && { 'set-cookie': phoneCookie(token, typedPhone.e164) })
}
