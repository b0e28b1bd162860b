// The routes of profiles, with their logos.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { badField } from '../../domain/fault.ts'
import { readName } from '../../domain/plain-text.ts'
import type { Profile, ProfileChange } from '../../domain/profile.ts'
import type { Appliance } from '../../flow/appliance.ts'
import {
  changeProfile,
  countProfilesFound,
  createProfile,
  defaultProfileOf,
  findProfiles,
  getProfile,
  type ProfileFilter,
  removeProfile,
} from '../../flow/profile.ts'
import { success } from '../../wire/money.ts'
import { ChangeProfile, CreateProfile, logoUrl, profileView } from '../../wire/profile.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { jsonBody } from '../server/body.ts'
import { readCountedRows } from '../server/cursor.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import { textOf } from '../server/list.ts'
import { readUploadedPicture } from '../server/picture.ts'
import type { Server } from '../server/server.ts'
import { redirectUrlOf, webhookUrlOf } from '../webhooks/webhook-url.ts'
import { readLogo } from './logo.ts'
import * as docs from './profile-doc.ts'

/** Returns a trimmed name. @throws Fault naming the field when it is empty or has control characters */
function nameOf(field: string, text: string): string {
  const name = readName(field, text)
  if (name === '') throw badField(field, 'empty')
  return name
}

/** Returns a trimmed name; undefined, which leaves the name unchanged, if the body has none. */
const optionalName = (field: string, text: string | undefined) =>
  text === undefined ? undefined : nameOf(field, text)

/**
 * Returns the change of an address: what `read` returns for its text; null, which removes the address, if the
 * body has null or an empty text; undefined, which leaves the address unchanged, if the body has none.
 */
function addressOf(text: string | null | undefined, read: (text: string) => string | undefined) {
  if (text === undefined) return undefined
  return text === null || text === '' ? null : read(text)
}

/** Returns the changes of a profile in a body, except the logo. @throws Fault naming an invalid field */
const readChange = (body: ChangeProfile, account: Account): ProfileChange => ({
  name: optionalName('name', body.name),
  merchantName: optionalName('merchant_name', body.merchant_name),
  brandColor: body.brand_color?.toLowerCase(),
  locale: body.locale,
  collectEmail: body.collect_email,
  allowedMethods: body.allowed_methods && [...new Set(body.allowed_methods)],
  redirectUrl: addressOf(body.redirect_url, text => redirectUrlOf('redirect_url', text, account)),
  webhookUrl: addressOf(body.webhook_url, text => webhookUrlOf(text, account)),
  isDefault: body.is_default,
  shopPage: body.shop_page,
})

/**
 * Returns the new logo of a profile; null to remove the logo, undefined to leave it unchanged.
 * @param text `merchant_logo` of the body; a client may send back `currentUrl`, which changes nothing
 * @param currentUrl the URL of the current logo; empty without one
 */
const pictureOf = async (text: string | null | undefined, currentUrl: string) =>
  text === undefined || (text !== '' && text === currentUrl) ? undefined : readLogo(text)

const viewOf = ({ publicUrl }: Appliance, profile: Profile) => profileView(profile, publicUrl)

/** Returns the routes that list and read profiles. The first list creates the default profile. */
const readRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .get(
      '/profiles',
      async ({ caller, query }) => {
        await defaultProfileOf(appliance, caller.account)
        const filter: ProfileFilter = { accountId: caller.account.id, text: textOf(query, 'q') }
        const { rows, page } = await readCountedRows(query, {
          filter,
          idOf: text => (text.startsWith('prof_') ? text : undefined),
          list: (profileFilter, limit, offset) => findProfiles(appliance, profileFilter, limit, offset),
          countUpTo: profileFilter => countProfilesFound(appliance, profileFilter),
          total: () => countProfilesFound(appliance, filter),
        })
        const views = rows.map(profile => viewOf(appliance, profile))
        return { ...success(200, views), meta: page }
      },
      docs.list,
    )
    .get(
      '/profiles/:id',
      async ({ caller, params }) =>
        success(200, viewOf(appliance, await getProfile(appliance, caller.account, params.id))),
      docs.get,
    )
}

/** Returns the routes that create, change and delete profiles. */
const writeRoutes = (server: Server) => {
  const { appliance } = server
  const change = async ({ body, caller, id }: { body: ChangeProfile; caller: Caller; id: string }) => {
    const { account } = caller
    const { logoId } = await getProfile(appliance, account, id)
    const profileChange = readChange(body, account)
    const picture = await pictureOf(body.merchant_logo, logoUrl(appliance.publicUrl, logoId))
    const profile = await changeProfile(appliance, caller, id, { ...profileChange, picture })
    return success(200, viewOf(appliance, profile))
  }
  return new Elysia()
    .use(access(server))
    .post(
      '/profiles',
      async context => {
        const { body } = context
        const { account } = context.caller
        const write = idempotentWrite(server, context, '/profiles')
        const newProfile = { ...readChange(body, account), name: nameOf('name', body.name) }
        const picture = await pictureOf(body.merchant_logo, '') // a new profile has no logo yet
        const profile = await createProfile(appliance, context.caller, { ...newProfile, picture }, write)
        return success(201, viewOf(appliance, profile))
      },
      { ...jsonBody(CreateProfile), ...docs.create },
    )
    .patch('/profiles/:id', ({ body, caller, params: { id } }) => change({ body, caller, id }), {
      ...jsonBody(ChangeProfile),
      ...docs.change,
    })
    .put('/profiles/:id', ({ body, caller, params: { id } }) => change({ body, caller, id }), {
      ...jsonBody(ChangeProfile),
      ...docs.put,
    })
    .delete(
      '/profiles/:id',
      async ({ caller, params }) => {
        await removeProfile(appliance, caller.account, params.id)
        return { status: 'success' as const, code: 200, message: 'the profile is deleted' }
      },
      { parse: 'none', ...docs.remove },
    )
}

/** Returns the routes that upload and remove the logo of a profile. */
const logoRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .put(
      '/profiles/:id/logo',
      async ({ caller, params: { id }, request }) => {
        await getProfile(appliance, caller.account, id) // refuses an unknown id before the upload
        const picture = await readUploadedPicture(request)
        return success(200, viewOf(appliance, await changeProfile(appliance, caller, id, { picture })))
      },
      { parse: 'none', ...docs.putLogo },
    )
    .delete(
      '/profiles/:id/logo',
      async ({ caller, params: { id } }) =>
        success(200, viewOf(appliance, await changeProfile(appliance, caller, id, { picture: null }))),
      { parse: 'none', ...docs.removeLogo },
    )
}

/** Returns the routes of profiles and their logos. */
export const profileRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(readRoutes(server)).use(writeRoutes(server)).use(logoRoutes(server))
