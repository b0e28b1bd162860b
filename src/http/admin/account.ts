// Setup, the caller's accounts, further merchants, and the webhook signing key.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Account, type Role, roleMay } from '../../domain/account.ts'
import { badField, fault } from '../../domain/fault.ts'
import { readName } from '../../domain/plain-text.ts'
import { type Locale, locales } from '../../domain/profile.ts'
import { receiptShop } from '../../domain/receipt-shop.ts'
import {
  checkClaimCode,
  claimServer,
  graceHoursMax,
  isClaimed,
  readShopDetails,
  regenerateSigningKey,
  type ShopDetails,
  showSigningKey,
} from '../../flow/account.ts'
import { hasConnection } from '../../flow/connector.ts'
import { addMerchant, isFirstMerchant } from '../../flow/merchant.ts'
import type { Credentials } from '../../login/login.ts'
import { listMemberships, type Membership } from '../../store/account.ts'
import { findStaffName } from '../../store/staff-name.ts'
import {
  type AccountView,
  Answer,
  ClaimedView,
  MeView,
  SetupView,
  WebhookSecretView,
} from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { access, countAddress } from '../access/access.ts'
import { accountAdminOf } from '../access/caller.ts'
import { withCookies } from '../access/cookie.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { newTurns } from '../access/turn.ts'
import { withWrongCodesCounted } from '../access/wrong-code.ts'
import { createJson, json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody, optionalJsonBody } from '../server/body.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'

const { doc, guarded } = routeDocs('Account')

const Claim = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100 }),
    store: Type.String({ minLength: 1, maxLength: 100 }),
    city: Type.Optional(Type.String({ maxLength: 60 })),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    email: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({ minLength: 8, maxLength: 200 }),
    locale: Type.Optional(
      choice(locales, {
        description: 'The customers’ language, used by both default profiles. Default: `en`',
      }),
    ),
  },
  { title: 'Claim' },
)

const setupDoc = doc({
  id: 'getSetup',
  summary: 'Read whether setup is done',
  answers: { 200: jsonAnswer('Whether the server has an owner', Answer(200, SetupView)) },
  rateLimited: true,
})
const claimDoc = doc({
  id: 'claimServer',
  summary: 'Set up this server',
  description:
    'Creates the owner and the shop. Kaunta prints the code when it starts; it works once, for 30 minutes. Also sets the login cookie.',
  body: json(Claim, example.claim),
  answers: { 201: jsonAnswer('Set up, and logged in', Answer(201, ClaimedView)) },
  faults: ['forbidden', 'conflict'],
  rateLimited: true,
  writes: true,
})

/** Returns an account for the API, with the caller's role; `takes` holds how customers can pay. */
export const accountView = (server: Server, account: Account, role: Role): AccountView => ({
  id: account.id,
  name: account.name,
  mode: account.mode,
  role,
  time_zone: account.timeZone,
  receipt: receiptShop(account),
  takes: acceptedTypesOf(server, account),
  quick_amounts: [...account.quickAmounts],
  pin_length: account.pinLength,
})

/**
 * Returns an account for one of its members, with fields about that person. `server_admin` is true for the
 * managers of the first merchant, who run the server.
 */
const memberView = async (server: Server, { account, role, pinSetAt }: Membership): Promise<AccountView> => ({
  ...accountView(server, account, role),
  pin_set: pinSetAt !== null,
  server_admin: roleMay(role, 'settings') && (await isFirstMerchant(server.appliance, account)),
  simulated_phone: account.mode === 'sandbox' && account.simulatedPhone,
})

/** Returns the payment types for which an account has a connected network. */
export const acceptedTypesOf = ({ appliance }: Server, account: Account): AccountView['takes'] => ({
  'dynamic-qr': hasConnection(appliance, account, { collect: 'qr' }),
  mobile: hasConnection(appliance, account, { collect: 'push' }),
})

/** Sorts live accounts before their sandboxes. */
const compareLiveFirst = (left: { account: Account }, right: { account: Account }) =>
  Number(right.account.mode === 'live') - Number(left.account.mode === 'live')

/**
 * Creates the shop and its owner. It also creates the owner's login, unless an interrupted claim has left
 * one. If the claim fails, a new login is deleted again.
 * @throws Fault `already_claimed`, or naming `email` when another password belongs to it
 */
async function claimFor(
  { appliance, login }: Server,
  shop: ShopDetails,
  { peer, ...person }: Credentials & { readonly name: string; readonly peer: string },
  locale: Locale | undefined,
) {
  // A claim that waited for its turn may find that the previous one has succeeded.
  if (await isClaimed(appliance)) throw fault('already_claimed')
  const existing = await login.findByEmail(person.email)
  const staff = existing ? await login.check(person, peer) : await login.createStaff(person)
  if (!staff) throw badField('email', 'email_taken')
  const owner = { staffId: staff.id, name: person.name }
  return claimServer(appliance, shop, owner, locale).catch(async error => {
    if (!existing) await login.deleteStaff(staff.id)
    throw error
  })
}

/** Returns the public routes of set-up, whose only credential is the claim code. */
const claimRoutes = (server: Server, reauthentication: Reauthentication) => {
  const inTurn = newTurns()
  return new Elysia({ prefix: '/api/v1' })
    .get(
      '/setup',
      async ({ request, set }) => {
        countAddress(server, request, 'setup', set.headers as Record<string, string>)
        return { code: 200, data: { claimed: await isClaimed(server.appliance) } }
      },
      setupDoc,
    )
    .derive({ as: 'local' }, ({ request, set }) => {
      countAddress(server, request, 'claim', set.headers as Record<string, string>)
    })
    .post(
      '/setup/claim',
      async ({ body, request, set }) => {
        const { appliance, login } = server
        await withWrongCodesCounted(server, request, () => checkClaimCode(appliance, body.code))
        const shop = readShopDetails({ name: body.store, city: body.city })
        const name = readName('name', body.name)
        if (name === '') throw badField('name', 'empty')
        const credentials = { email: body.email, password: body.password }
        const { account, sandbox } = await inTurn(() =>
          claimFor(server, shop, { ...credentials, name, peer: server.peerOf(request) }, body.locale),
        )
        set.status = 201
        const cookies = await login.cookiesFor(credentials, request, server.peerOf(request))
        // As after any login, the password was just entered, so it counts as confirmed.
        const newLogin = await login.loginOf(withCookies(request, cookies))
        if (newLogin) reauthentication.confirm(newLogin.id)
        set.headers['set-cookie'] = cookies as unknown as string
        return {
          code: 201,
          data: {
            account: accountView(server, account, 'owner'),
            sandbox_account: accountView(server, sandbox, 'owner'),
          },
        }
      },
      { ...jsonBody(Claim), ...claimDoc },
    )
}

const CreateAccount = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    city: Type.Optional(Type.String({ maxLength: 60 })),
  },
  { title: 'CreateAccount' },
)
const addDoc = guarded('accounts', {
  id: 'createAccount',
  summary: 'Add a merchant',
  description:
    'Creates a live account and its sandbox, with their own keys, staff and money. The caller becomes their owner.',
  body: json(CreateAccount, example.createAccount),
  answers: { 201: jsonAnswer('Both accounts', Answer(201, ClaimedView)) },
  idempotent: true,
  writes: true,
})
const meDoc = doc(
  {
    id: 'getMe',
    summary: 'Read the caller and their accounts',
    answers: { 200: jsonAnswer('The caller', Answer(200, MeView)) },
  },
  'any',
)
const secretDoc = guarded('manage_signing_key', {
  id: 'getWebhookSecret',
  summary: 'Read the webhook signing key',
  description:
    '`X-Webhook-Signature` is the HMAC-SHA256 of `{X-Webhook-Timestamp}.{body}` with the whole key, in hex. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` follow Standard Webhooks; its libraries take the same key.',
  answers: { 200: jsonAnswer('The key', WebhookSecretView) },
})

const NewSecret = Type.Object(
  {
    grace_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: graceHoursMax,
        description: 'How long the previous key also signs. Default: 0',
      }),
    ),
  },
  { title: 'NewWebhookSecret' },
)
const newSecretDoc = guarded('manage_signing_key', {
  id: 'regenerateWebhookSecret',
  summary: 'Replace the webhook signing key',
  description:
    'The previous key stops working at once, also for older events. With `grace_hours` each webhook also carries a signature of the previous key for that long, in `X-Webhook-Signature-Previous` and as the second one of `webhook-signature`. A login needs a recently confirmed password.',
  body: createJson(NewSecret, example.newSecret, { required: false }),
  answers: { 200: jsonAnswer('The new key', WebhookSecretView) },
  faults: ['confirmation_required'],
  writes: true,
})

/** Returns the routes of set-up, the caller's accounts, further merchants, and the webhook signing key. */
export const accountRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia().use(claimRoutes(server, reauthentication)).use(
    new Elysia({ prefix: '/api/v1' })
      .use(access(server))
      .get(
        '/me',
        async ({ caller: { account, staffId } }) => {
          const { read } = server.appliance.store
          const [staff] = staffId ? await server.login.people([staffId]) : []
          const memberships = staffId ? (await listMemberships(read, staffId)).toSorted(compareLiveFirst) : []
          const name = staffId ? ((await findStaffName(read, account.id, staffId)) ?? '') : ''
          return {
            code: 200,
            data: {
              staff: staff ? { id: staff.id, name, email: staff.email, two_factor: staff.twoFactor } : null,
              account: account.id,
              accounts: await Promise.all(memberships.map(membership => memberView(server, membership))),
            },
          }
        },
        meDoc,
      )
      .post(
        '/accounts',
        async context => {
          const { account, sandbox } = await addMerchant(
            server.appliance,
            accountAdminOf(context.caller),
            readShopDetails(context.body, 'name'),
            idempotentWrite(server, context, '/accounts'),
          )
          const ownerView = (newAccount: Account) => accountView(server, newAccount, 'owner')
          return { code: 201, data: { account: ownerView(account), sandbox_account: ownerView(sandbox) } }
        },
        { ...jsonBody(CreateAccount), ...addDoc },
      )
      .get(
        '/settings/webhook-secret',
        async ({ caller, set }) => {
          set.headers['cache-control'] = 'no-store'
          return { code: 200, webhook_secret: await showSigningKey(server.appliance, caller.account, caller) }
        },
        secretDoc,
      )
      .post(
        '/settings/webhook-secret/regenerate',
        async ({ body, caller, set }) => {
          reauthentication.assert(caller)
          set.headers['cache-control'] = 'no-store'
          const key = await regenerateSigningKey(
            server.appliance,
            caller.account,
            caller,
            body?.grace_hours ?? 0,
          )
          return { code: 200, webhook_secret: key }
        },
        { ...optionalJsonBody(NewSecret), ...newSecretDoc },
      ),
  )
