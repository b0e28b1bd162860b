// The API version of a request: the header Api-Version (or Snippe-Version of published clients), else the
// account's.
import type { Account } from '../../domain/account.ts'
import { type ApiVersion, apiVersions } from '../../domain/api-version.ts'
import { badField } from '../../domain/fault.ts'

/**
 * Returns the API version that decides the format of the created object and its webhooks.
 * @throws Fault naming `Api-Version` for an unknown version
 */
export function versionOf(request: Request, account: Account): ApiVersion {
  const requested = request.headers.get('api-version') ?? request.headers.get('snippe-version')
  if (requested === null) return account.apiVersion
  const match = apiVersions.find(version => version === requested)
  if (!match) throw badField('Api-Version', 'wrong_choice', { choices: apiVersions.join(', ') })
  return match
}
