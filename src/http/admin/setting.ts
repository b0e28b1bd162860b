// The settings of an account. domain/setting.ts decides who may change which.
import { Elysia } from 'elysia'
import { changeSettings } from '../../flow/setting.ts'
import { Answer } from '../../wire/answer.ts'
import { ChangeSettings, readSettings, SettingsView, settingsView } from '../../wire/setting.ts'
import { access } from '../access/access.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { guardedDoc, json, jsonAnswer } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const getDoc = guardedDoc('keys', {
  id: 'getSettings',
  tag: 'Account',
  summary: 'Read the account’s settings',
  answers: { 200: jsonAnswer('The settings', Answer(200, SettingsView)) },
})
const changeDoc = guardedDoc('keys', {
  id: 'changeSettings',
  tag: 'Account',
  summary: 'Change the account’s settings',
  description:
    'Omitted fields stay unchanged. Applies from the next request; existing payments keep their version and expiry. Developers may change `webhook_url` only. A higher `payout_approval_above` or `cash_refund_approval_above`, or none, needs a recently confirmed password.',
  faults: ['confirmation_required'],
  body: json(ChangeSettings, example.changeSettings),
  answers: { 200: jsonAnswer('The changed settings', Answer(200, SettingsView)) },
  writes: true,
})

/** Returns the routes that read and change the settings of an account. */
export const settingRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get('/settings', ({ caller }) => ({ code: 200, data: settingsView(caller.account) }), getDoc)
    .patch(
      '/settings',
      async ({ body, caller }) => {
        const assertConfirmed = () => reauthentication.assert(caller)
        const request = readSettings(body)
        const account = await changeSettings(
          server.appliance,
          caller.account.id,
          request,
          caller,
          assertConfirmed,
        )
        return { code: 200, data: settingsView(account) }
      },
      { ...jsonBody(ChangeSettings), ...changeDoc },
    )
