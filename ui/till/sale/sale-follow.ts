// Follows the sale that is shown: its payment by server-sent events, its link by asking, until nothing more
// can come.
import { isReachable, subscribeConnection } from '../../kit/connection.ts'
import { openLiveStream } from '../../kit/live-stream.ts'
import { fetchPayment, type Payment, paymentEventsUrl } from '../../kit/payment.ts'
import { fetchPaymentLink } from '../../kit/payment-link.ts'
import { clearLogin } from '../../kit/query.ts'
import { isLive, type Sale } from './sale.model.ts'
import { applyPayment, changeSale, saleState } from './sale-store.ts'

/** Besides the stream, which can die quietly, the payment is asked for now and then. */
const pollMs = 10_000
const linkPollMs = 1_500

let followed: string | undefined
let stop = () => {}
/** Until somebody is signed in the box would refuse to tell. */
let allowed = false

/** Somebody is here, or nobody is. */
export function allowFollowing(isAllowed: boolean): void {
  allowed = isAllowed
  follow()
}

/** What there is to follow: a payment's reference, or that of a link nobody has begun to pay. */
function subjectOf(sale: Sale | undefined): string | undefined {
  if (!sale) return undefined
  if (isLive(sale)) return `payment ${sale.payment?.reference}`
  return !sale.payment && sale.link?.state === 'open' ? `link ${sale.link.reference}` : undefined
}

/** Follows what is shown now, and nothing else. */
export function follow(): void {
  const { sale } = saleState()
  const subject = allowed ? subjectOf(sale) : undefined
  if (subject === followed) return
  stop()
  stop = () => {}
  followed = subject
  if (!sale || !subject) return
  stop = sale.payment ? followPayment(sale, sale.payment) : every(linkPollMs, refreshLink)
}

function followPayment({ caller }: Sale, { reference }: Payment): () => void {
  const unlisten = openLiveStream(
    paymentEventsUrl(caller, reference),
    'payment',
    data => JSON.parse(data) as Payment,
    applyPayment,
  )
  const unpoll = every(pollMs, refreshSale)
  return () => {
    unlisten()
    unpoll()
  }
}

function every(ms: number, call: () => Promise<void>): () => void {
  const timer = setInterval(() => void call(), ms)
  const unwatch = subscribeConnection(() => {
    if (isReachable()) void call()
  })
  return () => {
    clearInterval(timer)
    unwatch()
  }
}

/** Asks the box what became of the sale. */
export async function refreshSale(): Promise<void> {
  const { sale } = saleState()
  if (!sale || !allowed || document.hidden) return
  if (!sale.payment) return refreshLink()
  if (!isLive(sale)) return
  const answer = await fetchPayment(sale.caller, sale.payment.reference)
  if (answer.ok) applyPayment(answer.value)
  else if (answer.apiError.kind === 'logged_out') clearLogin()
}

async function refreshLink(): Promise<void> {
  const { sale } = saleState()
  if (!sale?.link || sale.payment || document.hidden) return
  const { reference } = sale.link
  const session = await fetchPaymentLink(sale.caller, reference)
  if (!session.ok) {
    if (session.apiError.kind === 'logged_out') clearLogin()
    return
  }
  const { payment_reference, status } = session.value
  const payment = payment_reference === '' ? undefined : await fetchPayment(sale.caller, payment_reference)
  if (saleState().sale?.link?.reference !== reference) return
  if (payment?.ok) applyPayment(payment.value)
  else if (status === 'expired' || status === 'cancelled')
    changeSale(now => (now.link ? { ...now, link: { ...now.link, state: status } } : now))
}
