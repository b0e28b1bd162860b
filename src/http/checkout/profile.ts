// The routes of profiles, with their logos.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { badField } from '../../domain/fault.ts'
import type { ProfileChange } from '../../domain/profile.ts'
import {
  changeProfile,
  createProfile,
  defaultProfileOf,
  getProfile,
  pageOfProfiles,
  removeProfile,
} from '../../flow/profile.ts'
import { success } from '../../wire/money.ts'
import { ChangeProfile, CreateProfile, logoUrl, profileView } from '../../wire/profile.ts'
import { access } from '../access/access.ts'
import { jsonBody } from '../server/body.ts'
import { pageOf, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { redirectUrlOf, webhookUrlOf } from '../webhooks/webhook-url.ts'
import { givenPicture, uploadedPicture } from './logo.ts'
import * as docs from './profile-doc.ts'

/** A name without the spaces around it. @throws Fault naming the field */
function nameOf(field: string, text: string): string {
  const name = text.trim()
  if (name === '') throw badField(field, 'empty')
  if (/\p{Control}/u.test(name)) throw badField(field, 'control_characters')
  return name
}

const optionalName = (field: string, text: string | undefined) =>
  text === undefined ? undefined : nameOf(field, text)

/** An address; null when it is to be none, undefined when nothing is said of it. */
const addressOf = (text: string | null | undefined, read: (text: string) => string | undefined) =>
  text === undefined ? undefined : text === null || text === '' ? null : read(text)

const readChange = (body: ChangeProfile, account: Account): ProfileChange => ({
  name: optionalName('name', body.name),
  merchantName: optionalName('merchant_name', body.merchant_name),
  brandColor: body.brand_color?.toLowerCase(),
  locale: body.locale,
  collectEmail: body.collect_email,
  allowedMethods: body.allowed_methods && [...new Set(body.allowed_methods)],
  redirectUrl: addressOf(body.redirect_url, text => redirectUrlOf('redirect_url', text)),
  webhookUrl: addressOf(body.webhook_url, text => webhookUrlOf(text, account)),
  isDefault: body.is_default,
})

/**
 * @param text `merchant_logo`; a profile that is sent back as it was read names its present logo, which stays
 */
const pictureOf = async (text: string | null | undefined, present: string) =>
  text === undefined || (text !== '' && text === present) ? undefined : givenPicture(text)

export const profileRoutes = (server: Server) => {
  const { appliance } = server
  const view = (profile: Parameters<typeof profileView>[0]) => profileView(profile, appliance.publicUrl)

  const change = async ({ body, account, id }: { body: ChangeProfile; account: Account; id: string }) => {
    const { logoId } = await getProfile(appliance, account, id)
    const given = readChange(body, account)
    const picture = await pictureOf(body.merchant_logo, logoUrl(appliance.publicUrl, logoId))
    return success(200, view(await changeProfile(appliance, account, id, { ...given, picture })))
  }

  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/profiles',
      async ({ body, caller, set }) => {
        const { account } = caller
        const given = { ...readChange(body, account), name: nameOf('name', body.name) }
        const picture = await pictureOf(body.merchant_logo, '')
        const made = await createProfile(appliance, account, { ...given, picture })
        set.status = 201
        return success(201, view(made))
      },
      { ...jsonBody(CreateProfile), ...docs.create },
    )
    .get(
      '/profiles',
      async ({ caller, query }) => {
        const page = pageOf(query)
        await defaultProfileOf(appliance, caller.account)
        const { profiles, total } = await pageOfProfiles(appliance, caller.account, page, textOf(query, 'q'))
        return { ...success(200, profiles.map(view)), meta: { total, ...page } }
      },
      docs.list,
    )
    .get(
      '/profiles/:id',
      async ({ caller, params }) =>
        success(200, view(await getProfile(appliance, caller.account, params.id))),
      docs.get,
    )
    .patch(
      '/profiles/:id',
      ({ body, caller: { account }, params: { id } }) => change({ body, account, id }),
      {
        ...jsonBody(ChangeProfile),
        ...docs.change,
      },
    )
    .put('/profiles/:id', ({ body, caller: { account }, params: { id } }) => change({ body, account, id }), {
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
    .put(
      '/profiles/:id/logo',
      async ({ caller, params, request }) => {
        await getProfile(appliance, caller.account, params.id)
        const picture = await uploadedPicture(request)
        return success(200, view(await changeProfile(appliance, caller.account, params.id, { picture })))
      },
      { parse: 'none', ...docs.putLogo },
    )
    .delete(
      '/profiles/:id/logo',
      async ({ caller, params }) =>
        success(200, view(await changeProfile(appliance, caller.account, params.id, { picture: null }))),
      { parse: 'none', ...docs.removeLogo },
    )
}
