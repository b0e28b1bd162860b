// Caches verified API keys, so that most requests need no lookup. key.ts verifies them.
import type { Account, Scope } from '../domain/account.ts'

/** The cache is cleared when it holds this many keys. */
const rememberedMax = 10_000

/** What an API key may do, and for which account. */
export interface KeyHolder {
  readonly keyId: string
  readonly account: Account
  readonly scopes: readonly Scope[]
}

/** Verified API keys by SHA-256. */
export interface KeyHolders {
  get(hash: string): KeyHolder | undefined
  set(hash: string, holder: KeyHolder): void
  /** Called after a change of the key. */
  delete(hash: string): void
  /** Called after a change of the account. */
  deleteOf(accountId: string): void
  clear(): void
  /** The number of deletions. A read that began before a deletion may be outdated. */
  forgotten(): number
}

/** Returns an empty cache of verified keys. */
export function newKeyHolders(): KeyHolders {
  const holders = new Map<string, KeyHolder>()
  let deletionCount = 0
  return {
    get: hash => holders.get(hash),
    set(hash, holder) {
      // This is rare, so a reset is enough: each key is verified again at its next use.
      if (holders.size >= rememberedMax) holders.clear()
      holders.set(hash, holder)
    },
    delete(hash) {
      deletionCount++
      holders.delete(hash)
    },
    deleteOf(accountId) {
      deletionCount++
      for (const [hash, { account }] of holders) if (account.id === accountId) holders.delete(hash)
    },
    clear() {
      deletionCount++
      holders.clear()
    },
    forgotten: () => deletionCount,
  }
}
