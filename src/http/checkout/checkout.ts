// The public checkout: one path, two faces. Browsers get the page and post forms, programs get and send JSON.
// The link is the credential.
import { Elysia } from 'elysia'
import { Fault, fault } from '../../domain/fault.ts'
import { type Locale, locales } from '../../domain/profile.ts'
import { isOpen } from '../../domain/session.ts'
import {
  type CheckoutProgress,
  cancelAttempt,
  isPayable,
  paySession,
  progressOf,
} from '../../flow/checkout.ts'
import { findTokenByCode } from '../../store/session.ts'
import { attemptView, PaySession, statusView } from '../../wire/checkout.ts'
import { readJson } from '../../wire/json.ts'
import { success } from '../../wire/money.ts'
import { checkoutView } from '../../wire/session.ts'
import { reader } from '../../wire/shape.ts'
import { writeLimitHeaders } from '../access/access.ts'
import { assertJson, readText } from '../server/body.ts'
import { faultView } from '../server/fault.ts'
import type { Server } from '../server/server.ts'
import { checkoutPage, checkoutProblem } from './checkout-page.ts'
import { checkoutPageView, profileOf, stateOf, type Typed } from './checkout-view.ts'
import { assertSound, checkPay, payAgain, readMeta, sentByForm, sentByProgram } from './pay.ts'
import * as docs from './session-doc.ts'

/**
 * Requests a minute for one checkout from one address: a page that polls every 2 s and a customer who
 * hurries.
 */
const pageLimit = 120
/**
 * Links a minute that lead nowhere: per address, and for short links, of which there are fewer, from all
 * together.
 */
const missLimits = { address: 60, all: 3_000 } as const

type Query = Readonly<Record<string, string | undefined>>
const readPay = reader(PaySession)
const isForm = (request: Request) =>
  /^application\/x-www-form-urlencoded/i.test(request.headers.get('content-type') ?? '')
const wantsPage = (request: Request) =>
  isForm(request) || (request.headers.get('accept') ?? '').includes('text/html')
const localeOf = (text: string | null | undefined): Locale | undefined =>
  locales.find(locale => locale === text)

/** Remembers in this browser alone which number it typed, for the page of this checkout. */
const phoneCookie = (token: string, e164: string) =>
  `kaunta_phone=${encodeURIComponent(e164)}; Path=/checkout/${token}; Max-Age=3600; HttpOnly; SameSite=Lax`
const typedPhone = (request: Request) => {
  const digits = /(?:^|;\s*)kaunta_phone=%2B(255\d{9})(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return digits && `+${digits}`
}

/** What the next page has to be told, as its query. */
function carried({ lang, meta }: Query): string {
  const kept = new URLSearchParams({ ...(lang ? { lang } : {}), ...(meta ? { meta } : {}) })
  return kept.size > 0 ? `?${kept}` : ''
}

const see = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { ...headers, location, 'cache-control': 'no-store' } })

/** A refusal as a page. */
function problemPage(error: unknown, request: Request, locale: Locale): Response {
  if (!(error instanceof Fault)) throw error
  const retry = new URL(request.url).pathname.replace(/\/(pay|cancel\/.*)$/, '')
  if (error.kind === 'not_found') return checkoutProblem('missing', locale, { request })
  if (error.kind === 'rate_limit_exceeded') return checkoutProblem('too_many', locale, { request, retry })
  if (error.kind === 'validation_error') return checkoutProblem('bad_link', locale, { request })
  return checkoutProblem('server_error', locale, { request, retry, status: faultView(error, '').code })
}

export const checkoutRoutes = (server: Server) => {
  const { appliance, limiter } = server
  const { clock } = appliance.world

  /** Counts a link that leads nowhere. */
  function miss(request: Request, headers: Record<string, string>, isCode: boolean): void {
    limiter.take(`checkout miss ${server.peerOf(request)}`, missLimits.address, writeLimitHeaders(headers))
    if (isCode) limiter.take('checkout miss', missLimits.all, writeLimitHeaders(headers))
  }

  /**
   * Where the customer of this link stands. @throws Fault `not_found`, and `rate_limit_exceeded` for who
   * guesses
   */
  async function standing(
    request: Request,
    token: string,
    headers: Record<string, string>,
  ): Promise<CheckoutProgress> {
    const found = await progressOf(appliance, token).catch(error => {
      if (error instanceof Fault && error.kind === 'not_found') miss(request, headers, false)
      throw error
    })
    limiter.take(
      `checkout ${token} ${server.peerOf(request)}`,
      server.limits.api && pageLimit,
      writeLimitHeaders(headers),
    )
    return found
  }

  async function page(
    request: Request,
    found: CheckoutProgress,
    query: Query,
    typed: Typed,
    status = 200,
  ): Promise<Response> {
    const view = await checkoutPageView(appliance, found, {
      locale: localeOf(query.lang),
      meta: query.meta || null,
      typed,
    })
    return checkoutPage(view, status, request)
  }

  /** A form post: afterwards the browser reads the page anew, so that a reload pays nothing twice. */
  async function payByForm(
    request: Request,
    token: string,
    query: Query,
    found: CheckoutProgress,
  ): Promise<Response> {
    const form = new URLSearchParams(await readText(request))
    const sent = sentByForm(form)
    const shown = { lang: form.get('lang') ?? query.lang, meta: sent.meta ?? query.meta }
    const back = `/checkout/${token}${carried(shown)}`
    const { request: asked, problems } = checkPay(
      sent,
      found.session,
      await profileOf(appliance, found.session),
    )
    const again = sent.again && found.attempt?.method === 'push'
    if (!again && Object.keys(problems).length > 0) {
      const values = Object.fromEntries(form)
      return isPayable(found.session, clock.now())
        ? page(request, found, shown, { values, problems, phone: typedPhone(request) }, 400)
        : see(back)
    }
    const headers = asked.phone && !again ? { 'set-cookie': phoneCookie(token, asked.phone.e164) } : undefined
    try {
      await paySession(appliance, token, again ? payAgain(found) : asked)
    } catch (error) {
      // The page itself tells of what is in progress, over or failed.
      const isTold =
        error instanceof Fault && ['conflict', 'payment_expired', 'network_unavailable'].includes(error.kind)
      if (!isTold) throw error
    }
    return see(back, headers)
  }

  async function payByProgram(request: Request, token: string, query: Query, found: CheckoutProgress) {
    assertJson(request)
    const body = readPay(readJson(await readText(request)))
    const { status } = found.session
    if (!isPayable(found.session, clock.now()))
      throw fault('checkout_ended', { status: isOpen(status) ? 'expired' : status })
    const { request: asked, problems } = checkPay(
      sentByProgram(body, query.meta || undefined),
      found.session,
      undefined,
    )
    assertSound(problems)
    const { payment, attempt } = await paySession(appliance, token, asked)
    if (!payment || !attempt) throw new Error('a try to pay has its payment and attempt')
    return success(200, attemptView(attempt, payment))
  }

  return new Elysia()
    .get(
      '/p/:code',
      async ({ params, query, request, set }) => {
        const headers = set.headers as Record<string, string>
        const locale = localeOf(query.lang) ?? 'en'
        try {
          limiter.peek(
            `checkout miss ${server.peerOf(request)}`,
            missLimits.address,
            writeLimitHeaders(headers),
          )
          limiter.peek('checkout miss', missLimits.all, writeLimitHeaders(headers))
          if (query.meta) readMeta(query.meta)
          const token = await findTokenByCode(appliance.store.read, params.code)
          if (!token) {
            miss(request, headers, true)
            throw fault('payment_link_not_found')
          }
          return new Response(null, {
            status: 302,
            headers: { location: `/checkout/${token}${carried(query)}`, 'cache-control': 'no-store' },
          })
        } catch (error) {
          if (wantsPage(request)) return problemPage(error, request, locale)
          throw error
        }
      },
      docs.shortLink,
    )
    .get(
      '/checkout/:token',
      async ({ params, query, request, set }) => {
        const isPage = wantsPage(request)
        try {
          const found = await standing(request, params.token, set.headers as Record<string, string>)
          if (query.meta) readMeta(query.meta)
          if (isPage) return await page(request, found, query, { phone: typedPhone(request) })
          const state = stateOf(found, clock.now())
          if (state === 'paid' || state === 'expired' || state === 'cancelled')
            throw fault('checkout_ended', { status: state === 'paid' ? 'completed' : state })
          set.headers['cache-control'] = 'no-store'
          return success(
            200,
            checkoutView(found.session, await profileOf(appliance, found.session), appliance.publicUrl),
          )
        } catch (error) {
          if (isPage) return problemPage(error, request, localeOf(query.lang) ?? 'en')
          throw error
        }
      },
      docs.load,
    )
    .post(
      '/checkout/:token/pay',
      async ({ params, query, request, set }) => {
        const isPage = isForm(request)
        try {
          const found = await standing(request, params.token, set.headers as Record<string, string>)
          return isPage
            ? await payByForm(request, params.token, query, found)
            : await payByProgram(request, params.token, query, found)
        } catch (error) {
          if (isPage) return problemPage(error, request, localeOf(query.lang) ?? 'en')
          throw error
        }
      },
      { parse: 'none', ...docs.pay },
    )
    .get(
      '/checkout/:token/status',
      async ({ params, request, set }) => {
        const found = await standing(request, params.token, set.headers as Record<string, string>)
        set.headers['cache-control'] = 'no-store'
        return success(200, statusView(found, stateOf(found, clock.now())))
      },
      docs.status,
    )
    .post(
      '/checkout/:token/cancel/:attemptID',
      async ({ params, query, request, set }) => {
        const isPage = isForm(request)
        try {
          await standing(request, params.token, set.headers as Record<string, string>)
          const form = new URLSearchParams(isPage ? await readText(request) : '')
          await cancelAttempt(appliance, params.token, params.attemptID).catch(error => {
            if (!isPage || !(error instanceof Fault)) throw error
          })
          if (isPage)
            return see(`/checkout/${params.token}${carried({ ...query, ...Object.fromEntries(form) })}`)
          return {
            status: 'success' as const,
            code: 200,
            message: 'this try is cancelled: the checkout stays open for another',
          }
        } catch (error) {
          if (isPage) return problemPage(error, request, localeOf(query.lang) ?? 'en')
          throw error
        }
      },
      { parse: 'none', ...docs.giveUp },
    )
}
