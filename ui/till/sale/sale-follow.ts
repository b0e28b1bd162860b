// Keeps the current sale up to date until it is final: its payment by its own stream, which also has its
// network asked more often, its link by the stream of this till's sales.
import { openLiveStream } from '../../kit/live-stream.ts'
import { fetchPayment, type Payment, paymentEventsUrl } from '../../kit/payment.ts'
import { fetchPaymentLink } from '../../kit/payment-link.ts'
import { clearLogin } from '../../kit/query.ts'
import { isPayment, subscribeSalesNews } from '../parts/sales-stream.ts'
import { isLive, type Sale } from './sale.model.ts'
import { applyPayment, changeSale, saleState } from './sale-store.ts'

/** The subject that is followed (a payment or a link); undefined for none. */
let followed: string | undefined
let stop = () => {}
/** Whether a cashier is signed in: before that the server would reject the requests. */
let isAllowed = false

/** Allows or ends following, when a cashier signs in or out. */
export function allowFollowing(mayFollow: boolean): void {
  isAllowed = mayFollow
  follow()
}

/** Returns what to follow of a sale: its payment, or its link before a payment; undefined if it has ended. */
function subjectOf(sale: Sale | undefined): string | undefined {
  if (!sale) return undefined
  if (isLive(sale)) return `payment ${sale.payment?.reference}`
  return !sale.payment && sale.link?.state === 'open' ? `link ${sale.link.reference}` : undefined
}

/** Follows the current sale, and stops following any other. */
export function follow(): void {
  const { sale } = saleState()
  const subject = isAllowed ? subjectOf(sale) : undefined
  if (subject === followed) return
  stop()
  stop = () => {}
  followed = subject
  if (!sale || !subject) return
  if (sale.payment) stop = followPayment(sale, sale.payment)
  else stop = followLink(sale)
}

/** Follows a payment by its own stream. Returns the function that stops it. */
const followPayment = ({ caller }: Sale, { reference }: Payment): (() => void) =>
  openLiveStream(paymentEventsUrl(caller, reference), {
    names: ['payment'],
    receive: data => applyPayment(JSON.parse(data) as Payment),
    onBroken: () => void refreshSale(),
  })

/**
 * Follows a link by the news of all sales. A payment does not name its link, so each payment of this amount
 * may be the link's.
 */
const followLink = ({ link, order }: Sale): (() => void) =>
  subscribeSalesNews(news => {
    const isOther = isPayment(news)
      ? news.amount.value !== order.details.amount
      : news !== undefined && news.reference !== link?.reference
    if (!isOther) void refreshLink()
  })

/** Fetches the current state of the sale, if it may still change and the page is seen. */
export async function refreshSale(): Promise<void> {
  const { sale } = saleState()
  if (!sale || !isAllowed || document.hidden) return
  if (!sale.payment) return refreshLink()
  if (!isLive(sale)) return
  const answer = await fetchPayment(sale.caller, sale.payment.reference)
  if (answer.ok) applyPayment(answer.value)
  else if (answer.apiError.kind === 'logged_out') clearLogin()
}

/** Fetches the current state of the link, and its payment once there is one. */
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
  // The sale may have changed while the requests were under way.
  if (saleState().sale?.link?.reference !== reference) return
  if (payment?.ok) applyPayment(payment.value)
  else if (status === 'expired' || status === 'cancelled')
    changeSale(sale => (sale.link ? { ...sale, link: { ...sale.link, state: status } } : sale))
}
