// What this Kaunta is: its version, the commit it was built from and when. scripts/compile.ts stamps the last
// two into the binary, with the key that releases are signed with.
import { version } from '../package.json' with { type: 'json' }

declare const KAUNTA_COMMIT: string | undefined
declare const KAUNTA_BUILT_AT: number | undefined
declare const KAUNTA_RELEASE_KEY: string | undefined

/**
 * `builtAt` is in ms since 1970, and 0 when run from source; the wall clock cannot be right while it is
 * before that. `releaseKey` is the public key of releases in base64, empty when there is none.
 */
export const build = {
  version,
  commit: (typeof KAUNTA_COMMIT === 'undefined' ? '' : KAUNTA_COMMIT) || 'unknown',
  builtAt: typeof KAUNTA_BUILT_AT === 'undefined' ? 0 : KAUNTA_BUILT_AT,
  releaseKey: typeof KAUNTA_RELEASE_KEY === 'undefined' ? '' : KAUNTA_RELEASE_KEY,
} as const
