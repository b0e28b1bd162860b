// Remembers verified API keys, so that most requests look nothing up. key.ts verifies them.
import type { Account, Scope } from '../domain/account.ts'

const rememberedMax = 10_000

export interface KeyHolder {
  readonly keyId: string
  readonly account: Account
  readonly scopes: readonly Scope[]
}

/** Verified API keys by their SHA-256. */
export interface KeyHolders {
  get(hash: string): KeyHolder | undefined
  set(hash: string, holder: KeyHolder): void
  /** After a change of the key. */
  delete(hash: string): void
  /** After a change of the account. */
  deleteOf(accountId: string): void
  clear(): void
  /** How often something was dropped: what was read before that may be old. */
  forgotten(): number
}

export function newKeyHolders(): KeyHolders {
  const holders = new Map<string, KeyHolder>()
  let forgotten = 0
  return {
    get: hash => holders.get(hash),
    set(hash, holder) {
      if (holders.size >= rememberedMax) holders.clear()
      holders.set(hash, holder)
    },
    delete(hash) {
      forgotten++
      holders.delete(hash)
    },
    deleteOf(accountId) {
      forgotten++
      for (const [hash, { account }] of holders) if (account.id === accountId) holders.delete(hash)
    },
    clear() {
      forgotten++
      holders.clear()
    },
    forgotten: () => forgotten,
  }
}
