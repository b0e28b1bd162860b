// Upgrades from the console, in the API.
import { type Static, Type } from '@sinclair/typebox'
import { Stamp, stamp } from './money.ts'

const ReleaseView = Type.Object(
  { version: Type.String(), commit: Type.String(), built_at: Stamp },
  { title: 'Release' },
)
export const UpgradeView = Type.Object(
  {
    running: ReleaseView,
    phase: Type.Union([Type.Literal('idle'), Type.Literal('preparing'), Type.Literal('starting')], {
      description: '`preparing`: copied and rehearsed, beside the sales. `starting`: no sales for a moment',
    }),
    may_install: Type.Boolean({
      description:
        'Whether this server can install a release: it may replace its own executable, or a unit of systemd does it',
    }),
    waiting: Type.Union([ReleaseView, Type.Null()], { description: 'The release that was uploaded' }),
    command: Type.Union([Type.String(), Type.Null()], {
      description: 'What installs it on the command line',
    }),
    last: Type.Union([
      Type.Object({
        version: Type.String(),
        commit: Type.String(),
        outcome: Type.Union([Type.Literal('installed'), Type.Literal('failed'), Type.Literal('refused')], {
          description:
            '`failed`: the version before went on. `refused`: what lay in the place of the upload is no release that may be installed; nothing was tried, and `version` is empty',
        }),
        why: Type.String(),
        at: Stamp,
      }),
      Type.Null(),
    ]),
  },
  { title: 'Upgrade' },
)
export type UpgradeView = Static<typeof UpgradeView>

interface Build {
  readonly version: string
  readonly commit: string
  readonly built_at: number
}

/** Returns the version, commit and build time of a release. */
export const releaseView = ({ version, commit, built_at }: Build) => ({
  version,
  commit,
  built_at: stamp(built_at),
})
