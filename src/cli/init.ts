// `kaunta init` sets up a shop without a browser: its accounts, its owner and first API keys. The server must
// be stopped.
import { type Command, Option } from 'commander'
import { type Account, firstScopes } from '../domain/account.ts'
import { requestedByServer, staffActor } from '../domain/actor.ts'
import { type Locale, locales } from '../domain/profile.ts'
import { claimServer, firstStart, isClaimed, readShopDetails, signingKeyOf } from '../flow/account.ts'
import type { Appliance } from '../flow/appliance.ts'
import { createKey } from '../flow/key.ts'
import type { Login } from '../login/login.ts'
import { CommandError } from './client.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { type PasswordOptions, readPassword } from './password.ts'

export interface InitOptions {
  readonly store: string
  readonly email: string
  readonly password: string
  readonly city?: string
  readonly locale?: Locale
  readonly json?: boolean
}

const accountSummary = ({ id, name, mode }: Account) => ({ id, name, mode })

/**
 * Sets up a data folder without an owner.
 * @returns facts that are printed once and never shown again
 * @throws CommandError when it has an owner, and Fault for a wrong name, e-mail address or password
 */
export async function initShop(appliance: Appliance, login: Login, options: InitOptions) {
  if (await isClaimed(appliance))
    throw new CommandError('this data folder already has an owner: use kaunta serve')
  const shop = readShopDetails({ name: options.store, city: options.city })
  await firstStart(appliance)
  const entry = { email: options.email, password: options.password }
  const name = options.email.split('@')[0] ?? options.email
  const { id } = await login.createStaff({ ...entry, name })
  const { account, sandbox } = await claimServer(appliance, shop, { staffId: id, name }, options.locale)
  /** Creates an account's first API key in the name of the owner. */
  const newKey = async (keyAccount: Account) => {
    const request = { name: 'first key', scopes: firstScopes(keyAccount.mode) }
    const by = { ...requestedByServer, actor: staffActor(id) }
    const { key } = await createKey(appliance, keyAccount, request, by)
    return key
  }
  return {
    account: accountSummary(account),
    sandbox_account: accountSummary(sandbox),
    api_key: await newKey(account),
    sandbox_api_key: await newKey(sandbox),
    webhook_secret: await signingKeyOf(appliance, account.id),
    sandbox_webhook_secret: await signingKeyOf(appliance, sandbox.id),
  }
}

/** Returns the text with the keys that a person has to save. */
const initText = (result: Awaited<ReturnType<typeof initShop>>): string =>
  [
    `${result.account.name} is set up. Save these keys: they are not shown again.`,
    '',
    `  live account      ${result.account.id}`,
    `  live API key      ${result.api_key}`,
    `  live signing key  ${result.webhook_secret}`,
    `  sandbox account   ${result.sandbox_account.id}`,
    `  sandbox API key   ${result.sandbox_api_key}`,
    `  its signing key   ${result.sandbox_webhook_secret}`,
    '',
    'Start Kaunta with: kaunta serve',
    '',
  ].join('\n')

/** Adds `kaunta init` to the command line. */
export function addInit(program: Command, executable: Executable): void {
  const command = program
    .command('init')
    .description('set up a shop without a browser: its accounts, owner and first API keys')
  withSettings(command, ['data'])
    .requiredOption('--store <name>', 'name of the shop')
    .requiredOption('--email <address>', 'e-mail address of the owner')
    .option(
      '--password-file <file>',
      'file with the password of the owner, at least 8 characters; - for stdin',
    )
    .option('--password <text>', 'the same on the command line, where other programs can read it')
    .option('--city <name>', 'city of the shop', 'Dar es Salaam')
    .addOption(
      new Option('--locale <language>', 'language of the payment pages').choices(locales).default('en'),
    )
  withJson(command).action(options => runInit(executable, options))
}

type InitFlags = Omit<InitOptions, 'password'> & PasswordOptions & { readonly data?: string }

/** Reads the password, sets up the shop and prints its keys. */
async function runInit(executable: Executable, { data, ...options }: InitFlags): Promise<void> {
  const password = await readPassword(options, { read: executable.readText, warn: executable.warn })
  await executable.onStopped({ data }, async ({ appliance, login }) => {
    printResult(executable, options, await initShop(appliance, login, { ...options, password }), initText)
  })
}
