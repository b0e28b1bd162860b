// The simulated network's hosted card page, for sandbox payments. It asks for no card number and works
// without scripts.
import { Elysia } from 'elysia'
import { badField } from '../../domain/fault.ts'
import { withParameters } from '../../domain/return-url.ts'
import { answerPrompt, type CardOrder, cardOrder } from '../../flow/sandbox.ts'
import { writeLimitHeaders } from '../access/access.ts'
import { undocumented } from '../docs/doc.ts'
import { readText } from '../server/body.ts'
import type { Server } from '../server/server.ts'

/** Requests for the page per minute from one address. */
const pageLimit = 120

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Returns a text with its special characters escaped for HTML. */
const escapeText = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '')

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:#f2f4f7;color:#101828}
main{background:#fff;border-radius:12px;box-shadow:0 1px 3px #0003;padding:2rem;max-width:22rem;width:calc(100% - 4rem)}
h1{font-size:1rem;margin:0;color:#475467;font-weight:600}p.amount{font-size:2rem;font-weight:700;margin:.25rem 0 1rem}
p.note{background:#fef0c7;border-radius:8px;padding:.75rem;font-size:.9rem}button{display:block;width:100%;padding:.8rem;border-radius:8px;border:1px solid #d0d5dd;background:#fff;color:#101828;font:inherit;font-weight:600;margin-top:.6rem;cursor:pointer}
button.pay{background:#087443;border-color:#087443;color:#fff}button:focus-visible{outline:3px solid #53b1fd;outline-offset:2px}`

const styleHash = new Bun.CryptoHasher('sha256').update(style).digest('base64')

/**
 * Returns the page of an order, with buttons while the order is open. Only the payee needs escaping, because
 * Kaunta creates all other values.
 */
function pageHtml({ payee, amount, networkReference, isOpen }: CardOrder): string {
  const actions = isOpen
    ? `<form method="post" action="/sandbox/card/${networkReference}">
<button class="pay" name="answer" value="approve">Pay with a working card</button>
<button name="answer" value="decline">Pay with a card that is declined</button>
<button name="answer" value="cancel">Cancel</button></form>`
    : '<p>This payment has been answered already, or has run out.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Card payment (sandbox)</title><style>${style}</style></head>
<body><main><h1>${escapeText(payee)}</h1><p class="amount">TZS ${amount.toLocaleString('en-US')}</p>
<p class="note">Sandbox: no card is needed and no money moves. Choose what the bank answers.</p>${actions}</main></body></html>`
}

/**
 * Returns the headers of the page. Its form redirects to the merchant's sites, so the directive form-action
 * allows their origins.
 */
function pageHeaders({ redirectUrl, cancelUrl }: CardOrder) {
  const formTargets = `'self' ${new URL(redirectUrl).origin} ${new URL(cancelUrl).origin}`
  return {
    'content-type': 'text/html;charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/** The answer to the simulated network for each button of the page. */
const answers = { approve: 'approve', decline: 'decline', cancel: 'decline' } as const
const choices = Object.keys(answers) as (keyof typeof answers)[]

/**
 * Returns the merchant's URL to which the customer is redirected. If the order was answered before, its first
 * answer decides.
 * @param order as it was before this answer
 */
function redirectUrlOf(order: CardOrder, answer: keyof typeof answers): string {
  const isPaid = order.isOpen ? answer === 'approve' : order.isPaid
  return withParameters(isPaid ? order.redirectUrl : order.cancelUrl, { reference: order.paymentId })
}

/** Returns the routes of an order's page, and of its form, which answers in place of the customer's bank. */
export const cardRoutes = (server: Server) =>
  new Elysia({ prefix: '/sandbox/card' })
    .derive(({ request, set }) => {
      const bucket = `card page ${server.callerKeyOf(request)}`
      server.limiter.take(
        bucket,
        server.limits.api === 0 ? 0 : pageLimit, // 0 is no limit
        writeLimitHeaders(set.headers as Record<string, string>),
      )
      return {}
    })
    .get(
      '/:networkReference',
      async ({ params }) => {
        const order = await cardOrder(server.appliance, params.networkReference)
        return new Response(pageHtml(order), { headers: pageHeaders(order) })
      },
      undocumented,
    )
    .post(
      '/:networkReference',
      async ({ params, request }) => {
        const form = new URLSearchParams(await readText(request))
        const answer = choices.find(choice => choice === form.get('answer'))
        if (!answer) throw badField('answer', 'wrong_choice', { choices: choices.join(', ') })
        // Read the order before answering it, to know whether it was answered already.
        const order = await cardOrder(server.appliance, params.networkReference)
        if (order.isOpen) await answerPrompt(server.appliance, params.networkReference, answers[answer])
        return new Response(null, {
          status: 303,
          headers: { ...pageHeaders(order), location: redirectUrlOf(order, answer) },
        })
      },
      { parse: 'none', ...undocumented },
    )
