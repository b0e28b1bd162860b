// Upgrades from the console: an owner uploads a release with its signature, and starts it after confirming
// the password.

import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { releaseBytesMax } from '../../domain/release.ts'
import { assertFirstMerchant } from '../../flow/merchant.ts'
import { stageUpload, startUpgrade, type Upgrades, waitingRelease } from '../../flow/upgrade.ts'
import { lastUpgrade } from '../../store/folder/staged-release.ts'
import { Answer } from '../../wire/answer.ts'
import { stamp } from '../../wire/money.ts'
import { releaseView, UpgradeView } from '../../wire/upgrade.ts'
import { access } from '../access/access.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { inHeader, jsonAnswer, routeDocs } from '../docs/doc.ts'
import { readPieces } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const { guarded } = routeDocs('Health')

const answers = { 200: jsonAnswer('How it is', Answer(200, UpgradeView)) }
const readDoc = guarded('upgrade', {
  id: 'getUpgrade',
  summary: 'Read the version and the upgrade',
  description:
    'What runs, what was uploaded, and how the last upgrade ended. For the first merchant of the server.',
  answers,
})
const uploadDoc = guarded('upgrade', {
  id: 'uploadRelease',
  summary: 'Upload a release',
  description:
    'The executable as it is, with the content of its `.sig` in base64 in the header. Only a newer release of ours for this computer is kept. Needs a recently confirmed password. For the first merchant of the server.',
  parameters: [inHeader('Kaunta-Release-Signature', 'The `.sig` of the release, base64', Type.String())],
  body: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  answers,
  faults: ['confirmation_required', 'conflict'],
})
const startDoc = guarded('upgrade', {
  id: 'startUpgrade',
  summary: 'Install the release that was uploaded',
  description:
    'Backs up, lets the release open a copy of the data, stops, starts the release on the data, and installs it once it is ready. Otherwise the version before goes on with its data. Ask `/ready` until it answers again. Needs a recently confirmed password. For the first merchant of the server.',
  answers,
  faults: ['confirmation_required', 'conflict'],
  writes: true,
})

/** Returns the running version, the uploaded release, and how the last upgrade ended, for the API. */
function upgradeView(upgrades: Upgrades): UpgradeView {
  const { version, commit, builtAt } = upgrades.current
  const waiting = waitingRelease(upgrades)
  const last = lastUpgrade(upgrades.data)
  return {
    running: releaseView({ version, commit, built_at: builtAt }),
    phase: upgrades.phase(),
    may_install: upgrades.mayInstall(),
    waiting: waiting ? releaseView(waiting) : null,
    command: waiting ? `sudo kaunta upgrade ${waiting.file}` : null,
    last: last ? { ...last, at: stamp(last.at) } : null,
  }
}

/** Returns the routes that upload a release and install it. */
export const upgradeRoutes = (server: Server, reauthentication: Reauthentication) => {
  const { appliance, upgrades } = server
  const answer = () => ({ code: 200, data: upgradeView(upgrades) }) satisfies { code: 200; data: UpgradeView }
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/upgrade',
      async ({ caller }) => {
        await assertFirstMerchant(appliance, caller.account)
        return answer()
      },
      readDoc,
    )
    .put(
      '/upgrade/file',
      async ({ caller, request }) => {
        await assertFirstMerchant(appliance, caller.account)
        reauthentication.assert(caller)
        const signature = request.headers.get('kaunta-release-signature') ?? ''
        const signatureText = Buffer.from(signature, 'base64').toString()
        const upload = { signature: signatureText, pieces: readPieces(request, releaseBytesMax) }
        await stageUpload(appliance, upgrades, upload, { account: caller.account, by: caller })
        return answer()
      },
      { parse: 'none', ...uploadDoc },
    )
    .post(
      '/upgrade',
      async ({ caller }) => {
        await assertFirstMerchant(appliance, caller.account)
        reauthentication.assert(caller)
        await startUpgrade(appliance, upgrades, { account: caller.account, by: caller })
        return answer()
      },
      { parse: 'none', ...startDoc },
    )
}
