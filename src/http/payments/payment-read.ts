// Answers the most frequent request, reading a payment with an API key, without the router, its hooks and
// their promises, because these cost more than the read. The route (payment.ts) handles every other case.
import { keyMay } from '../../domain/account.ts'
import { knownKeyHolder } from '../../flow/key.ts'
import { recordProgramRead } from '../../flow/watch.ts'
import { findShownPaymentNow } from '../../store/payment.ts'
import { success } from '../../wire/money.ts'
import { paymentView } from '../../wire/payment.ts'
import { newSharedLimitWriter } from '../access/access.ts'
import { guardHeaders } from '../server/error-answer.ts'
import type { Server } from '../server/server.ts'

/** The path of one payment, such as `/v1/payments/0198c7a2-…`, with its reference. */
const paymentPath = /^\/(?:api\/)?v1\/payments\/([0-9a-f-]{36})$/
const bearer = 'Bearer '
const keyCredential = `${bearer}kn_`

/**
 * Returns a function that answers a request to read one payment with an API key. The function returns
 * undefined for any other request, which the route must answer: also if the key is unknown, its rate limit is
 * full or the payment belongs to another account.
 */
export function newPaymentRead({ appliance, limiter, limits }: Server) {
  /** Each answer copies these parsed headers, which is faster than building them from text. */
  const headers = new Headers({ ...guardHeaders, 'content-type': 'application/json;charset=utf-8' })
  const writeLimit = newSharedLimitWriter(headers)
  return (request: Request, path: string): Response | undefined => {
    const { readNow } = appliance.store // undefined if the database cannot be read synchronously
    const reference = readNow && paymentPath.exec(path)?.[1]
    const credential = request.headers.get('authorization')
    if (!readNow || reference === undefined || !credential?.startsWith(keyCredential)) return undefined
    const holder = knownKeyHolder(appliance, credential.slice(bearer.length))
    if (!holder || !keyMay(holder.scopes, 'see_payments')) return undefined
    const bucket = `key key:${holder.keyId}`
    if (limiter.isFull(bucket, limits.api)) return undefined
    const payment = findShownPaymentNow(readNow, holder.account.id, reference)
    if (!payment) return undefined
    const text = JSON.stringify(success(200, paymentView(payment, appliance.publicUrl)))
    // Count the request only now: the route counts each request that is left to it.
    limiter.take(bucket, limits.api, writeLimit)
    recordProgramRead(appliance, holder.account, payment)
    appliance.keyUses.mark(holder.keyId)
    return new Response(text, { headers })
  }
}
