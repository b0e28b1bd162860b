// The version of this Kaunta, and the commit and time of its build. scripts/compile.ts stamps them into the
// binary, with the key that releases are signed with and the target computers.
import { version } from '../package.json' with { type: 'json' }

declare const KAUNTA_COMMIT: string | undefined
declare const KAUNTA_BUILT_AT: number | undefined
declare const KAUNTA_RELEASE_KEY: string | undefined
declare const KAUNTA_TARGET: string | undefined

/**
 * `builtAt` is in ms since 1970, and 0 when run from source; the wall clock cannot be right before it.
 * `releaseKey` is the public key of releases in base64, empty if there is none. `target` names the computers
 * that it was built for, such as linux-x64; it is empty in a build that is not a release.
 */
export const build = {
  version,
  commit: (typeof KAUNTA_COMMIT === 'undefined' ? '' : KAUNTA_COMMIT) || 'unknown',
  builtAt: typeof KAUNTA_BUILT_AT === 'undefined' ? 0 : KAUNTA_BUILT_AT,
  releaseKey: typeof KAUNTA_RELEASE_KEY === 'undefined' ? '' : KAUNTA_RELEASE_KEY,
  target: typeof KAUNTA_TARGET === 'undefined' ? '' : KAUNTA_TARGET,
} as const
