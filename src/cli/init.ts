// `kaunta init`: the shop's accounts, its owner and first API keys, made on a stopped box without a browser.
import type { Appliance } from '../appliance.ts'
import { type Account, scopes } from '../domain/account.ts'
import { theBox } from '../domain/audit-log.ts'
import { Fault } from '../domain/fault.ts'
import { claimBox, firstStart, isClaimed, readShop, signingKeyOf } from '../flow/account.ts'
import { createKey } from '../flow/key.ts'
import type { Login } from '../login/login.ts'
import type { InitOptions } from './program.ts'

const shown = ({ id, name, mode }: Account) => ({ id, name, mode })

/** Claims an unclaimed box. @returns what is printed, and never shown again */
export async function initBox(appliance: Appliance, login: Login, options: InitOptions) {
  if (await isClaimed(appliance))
    throw new Fault('conflict', 'this data folder already has an owner: use kaunta serve')
  const shop = readShop({ name: options.store, city: options.city })
  await firstStart(appliance)
  const entry = { email: options.email, password: options.password }
  const { id } = await login.createStaff({ ...entry, name: options.email.split('@')[0] ?? options.email })
  const { account, sandbox } = await claimBox(appliance, shop, id, options.locale)
  const key = async (of: Account) =>
    (await createKey(appliance, of, { name: 'first key', scopes }, { ...theBox, name: `staff ${id}` })).key
  return {
    account: shown(account),
    sandbox_account: shown(sandbox),
    api_key: await key(account),
    sandbox_api_key: await key(sandbox),
    webhook_secret: await signingKeyOf(appliance, account.id),
    sandbox_webhook_secret: await signingKeyOf(appliance, sandbox.id),
  }
}

/** The same for people. */
export const initText = (made: Awaited<ReturnType<typeof initBox>>): string =>
  [
    `${made.account.name} is set up. Keep these: the keys are not shown again.`,
    '',
    `  live account      ${made.account.id}`,
    `  live API key      ${made.api_key}`,
    `  sandbox account   ${made.sandbox_account.id}`,
    `  sandbox API key   ${made.sandbox_api_key}`,
    '',
    'Start the box with: kaunta serve',
    '',
  ].join('\n')
