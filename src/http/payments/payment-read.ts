// Answers the most frequent request, reading a payment with an API key, without the router, its hooks and
// their promises, because these cost more than the read. The route (payment.ts) handles every other case.
import { keyMay } from '../../domain/account.ts'
import { knownKeyHolder } from '../../flow/key.ts'
import { readByProgram } from '../../flow/watch.ts'
import { findShownPaymentNow } from '../../store/payment.ts'
import { success } from '../../wire/money.ts'
import { paymentView } from '../../wire/payment.ts'
import { newSharedLimitWriter } from '../access/access.ts'
import { guardHeaders } from '../server/error-answer.ts'
import type { Server } from '../server/server.ts'

const paymentPath = /^\/(?:api\/)?v1\/payments\/([0-9a-f-]{36})$/
const bearer = 'Bearer '
const keyCredential = `${bearer}kn_`

/**
 * Returns a function that answers a read of one payment with an API key. It returns undefined for anything
 * else, such as an unknown key, a full rate limit or another account's payment, which the route must answer.
 */
export function newPaymentRead({ appliance, limiter, limits }: Server) {
  /** Each answer copies these headers, because parsing them from text is slower. */
  const headers = new Headers({ ...guardHeaders, 'content-type': 'application/json;charset=utf-8' })
  const writeLimit = newSharedLimitWriter(headers)
  return (request: Request, path: string): Response | undefined => {
    const { readNow } = appliance.store // undefined for a database behind a connection
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
    limiter.take(bucket, limits.api, writeLimit)
    readByProgram(appliance, holder.account, payment)
    appliance.keyUses.mark(holder.keyId)
    return new Response(text, { headers })
  }
}
