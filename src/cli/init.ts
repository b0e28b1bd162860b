// `kaunta init` sets a shop up without a browser: its accounts, its owner and first API keys. The server must
// be stopped.

import type { Appliance } from '../appliance.ts'
import { type Account, scopes } from '../domain/account.ts'
import { requestedByServer, staffActor } from '../domain/actor.ts'
import { claimServer, firstStart, isClaimed, readShopDetails, signingKeyOf } from '../flow/account.ts'
import { createKey } from '../flow/key.ts'
import type { Login } from '../login/login.ts'
import { CommandError } from './client.ts'
import type { InitOptions } from './program.ts'

const summary = ({ id, name, mode }: Account) => ({ id, name, mode })

/** Sets up a data folder without an owner. @returns what is printed once and never shown again */
export async function initShop(appliance: Appliance, login: Login, options: InitOptions) {
  if (await isClaimed(appliance))
    throw new CommandError('this data folder already has an owner: use kaunta serve')
  const shop = readShopDetails({ name: options.store, city: options.city })
  await firstStart(appliance)
  const entry = { email: options.email, password: options.password }
  const name = options.email.split('@')[0] ?? options.email
  const { id } = await login.createStaff({ ...entry, name })
  const { account, sandbox } = await claimServer(appliance, shop, { staffId: id, name }, options.locale)
  const key = async (of: Account) =>
    (
      await createKey(
        appliance,
        of,
        { name: 'first key', scopes },
        { ...requestedByServer, actor: staffActor(id) },
      )
    ).key
  return {
    account: summary(account),
    sandbox_account: summary(sandbox),
    api_key: await key(account),
    sandbox_api_key: await key(sandbox),
    webhook_secret: await signingKeyOf(appliance, account.id),
    sandbox_webhook_secret: await signingKeyOf(appliance, sandbox.id),
  }
}

/** The result as text. */
export const initText = (result: Awaited<ReturnType<typeof initShop>>): string =>
  [
    `${result.account.name} is set up. Save these keys: they are not shown again.`,
    '',
    `  live account      ${result.account.id}`,
    `  live API key      ${result.api_key}`,
    `  sandbox account   ${result.sandbox_account.id}`,
    `  sandbox API key   ${result.sandbox_api_key}`,
    '',
    'Start Kaunta with: kaunta serve',
    '',
  ].join('\n')
