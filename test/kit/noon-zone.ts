// A time zone for tests of a day, which must not run over midnight.
import type { Binary } from './binary.ts'
import { owner } from './people.ts'

/**
 * Returns a time zone in which it is around noon, so that today does not end during the tests. It is never
 * UTC, so that a day of the shop differs from one of the server.
 */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours() || 1
  // The sign in these names is the opposite of the usual one.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Moves an account of the owner's to a time zone in which it is around noon; returns the zone. */
export async function moveToNoon({ url }: Pick<Binary, 'url'>, account: string): Promise<string> {
  const send = async (method: string, path: string, body: object, headers = {}) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { email, password } = owner
  const { data } = await send('POST', '/auth/token', { email, password, account_id: account })
  const zone = zoneAtNoon()
  await send('PATCH', '/settings', { time_zone: zone }, { authorization: `Bearer ${data.token}` })
  return zone
}
