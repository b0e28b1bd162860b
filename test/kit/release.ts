// Releases of a test: a key and signed files.
import { generateKeyPairSync } from 'node:crypto'
import { type ReleaseKey, signatureFile } from '../../scripts/release/sign.ts'
import type { Release } from '../../src/domain/release.ts'
import { owner } from './people.ts'

export function newReleaseKey(): ReleaseKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    key: privateKey,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** Returns the `.sig` of these bytes. */
export const signatureOf = (key: ReleaseKey, bytes: Uint8Array, changes: Partial<Release> = {}): string =>
  signatureFile(key, {
    version: '0.1.0',
    commit: 'newer00',
    built_at: 2,
    target: 'linux-x64',
    sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    ...changes,
  })

const key = newReleaseKey()
/** The release of an endpoint test's server. */
export const runningRelease = {
  version: '0.1.0',
  commit: 'before0',
  builtAt: 1,
  target: 'linux-x64',
  releaseKey: key.publicKey,
}
/** A release that may replace it. */
export const newerRelease = new TextEncoder().encode('#!/bin/sh\n')
export const newerSignature = (changes: Partial<Release> = {}) => signatureOf(key, newerRelease, changes)
export const signatureHeader = (signature: string) => ({
  'kaunta-release-signature': Buffer.from(signature).toString('base64'),
})

interface Asked {
  readonly method: string
  readonly route: string
  readonly raw: Uint8Array<ArrayBuffer> | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** Sends a request as the owner of an account, who logs in for it. @returns the answer's body */
export async function askAsOwner(
  { url, account }: { readonly url: string; readonly account: string },
  { method, route, raw, headers }: Asked,
) {
  const login = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, account }),
  })
  const { token } = Object(await login.json()).data
  const answer = await fetch(url + route, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(raw ? { body: raw } : {}),
  })
  return Object(await answer.json())
}
