// The one way to answer and log a failed request.
import { Fault } from '../../domain/fault.ts'
import type { ErrorView } from '../../wire/error.ts'
import { errorFacts, faultView, internalView } from './fault.ts'
import type { Server } from './server.ts'

/**
 * Headers of every API response: no cache may store it unless its route allows that, and no browser may guess
 * another content type.
 */
export const guardHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/**
 * Returns the error envelope of a failed request. Its `code` is the HTTP status. Logs an error but no Fault.
 * @param headers of the response, which this function changes
 */
export function errorView(
  { appliance, requestIdOf }: Pick<Server, 'appliance' | 'requestIdOf'>,
  error: unknown,
  request: Request,
  headers: Record<string, unknown>,
): ErrorView {
  const { log } = appliance.world
  const requestId = requestIdOf(request)
  const fault = error instanceof Fault ? error : undefined
  if (!fault)
    log('error', 'a request failed', { request: requestId, method: request.method, ...errorFacts(error) })
  if (fault?.reason === 'request_unreadable' && request.signal.aborted)
    log('debug', 'a caller hung up', { request: requestId, method: request.method })
  headers['x-request-id'] = requestId
  headers['cache-control'] = guardHeaders['cache-control']
  const waitSeconds = fault?.params.seconds
  if (waitSeconds !== undefined) headers['retry-after'] ??= String(waitSeconds)
  const context = { requestId, publicUrl: appliance.publicUrl }
  return fault ? faultView(fault, context) : internalView(context)
}
