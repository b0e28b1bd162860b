// What this Kaunta is: its version, the commit it was built from and when. scripts/build.ts stamps the last
// two into the binary.
import { version } from '../package.json' with { type: 'json' }

declare const KAUNTA_COMMIT: string | undefined
declare const KAUNTA_BUILT_AT: number | undefined

/**
 * `builtAt` is in ms since 1970, and 0 when run from source; the wall clock cannot be right while it is
 * before that.
 */
export const build = {
  version,
  commit: (typeof KAUNTA_COMMIT === 'undefined' ? '' : KAUNTA_COMMIT) || 'unknown',
  builtAt: typeof KAUNTA_BUILT_AT === 'undefined' ? 0 : KAUNTA_BUILT_AT,
} as const
