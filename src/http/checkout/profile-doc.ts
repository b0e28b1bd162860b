// API reference of payment profiles and logos. The routes are in profile.ts and logo.ts.
import { Type } from '@sinclair/typebox'
import { Success } from '../../wire/answer.ts'
import { ChangeProfile, CreateProfile, ProfileView } from '../../wire/profile.ts'
import {
  cursorParameters,
  inHeader,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  pageParameters,
  routeDocs,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { doc, guarded, guardedList } = routeDocs('Profiles')

const id = inPath('id', 'The profile’s `id`')
const profile = jsonAnswer('The profile', Success(200, ProfileView))

export const create = guarded('profiles', {
  id: 'createProfile',
  summary: 'Create a profile',
  description:
    'Omitted fields get the values of the account’s first profile at setup. An account has at most 100 profiles.',
  body: json(CreateProfile, example.createProfile),
  answers: { 201: jsonAnswer('The profile', Success(201, ProfileView)) },
  faults: ['invalid_state'],
  idempotent: true,
  writes: true,
})

/** The query parameters of the list, which its export also takes. */
export const listParameters = [
  inQuery(
    'q',
    'Words, or parts of words, of the profile’s name or its `merchant_name`',
    Type.String({ maxLength: 200 }),
  ),
  ...pageParameters,
]

export const list = guardedList('see_sales', {
  id: 'listProfiles',
  summary: 'List profiles',
  parameters: [...listParameters, ...cursorParameters],
  answers: {
    200: jsonAnswer(
      'A page, newest first',
      Type.Object({
        status: Type.Literal('success'),
        code: Type.Literal(200),
        data: Type.Array(ProfileView),
        meta: Type.Object({
          total: Type.Integer({ description: 'All matching items, not only this page' }),
          limit: Type.Integer(),
          offset: Type.Integer(),
        }),
      }),
    ),
  },
})

export const get = guarded('see_sales', {
  id: 'getProfile',
  summary: 'Read a profile',
  parameters: [id],
  answers: { 200: profile },
  faults: ['not_found'],
})

/** Describes a route that changes a profile: PATCH, and PUT for clients that send it. */
const changeDoc = (operation: string, summary: string) =>
  guarded('profiles', {
    id: operation,
    summary,
    description: 'Omitted fields stay unchanged.',
    parameters: [id],
    body: json(ChangeProfile, example.changeProfile),
    answers: { 200: profile },
    faults: ['not_found'],
    writes: true,
  })
export const change = changeDoc('changeProfile', 'Change a profile')
export const put = changeDoc('putProfile', 'Change a profile (like PATCH)')

export const remove = guarded('profiles', {
  id: 'deleteProfile',
  summary: 'Delete a profile',
  description:
    'Sessions that use it keep it. The default profile cannot be deleted: make another one the default first.',
  parameters: [id],
  answers: {
    200: jsonAnswer(
      'Deleted',
      Type.Object(
        { status: Type.Literal('success'), code: Type.Literal(200), message: Type.String() },
        { title: 'Done' },
      ),
    ),
  },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

const image = { schema: { type: 'string', format: 'binary' } as const }

export const putLogo = guarded('profiles', {
  id: 'putLogo',
  summary: 'Upload a profile’s logo',
  description:
    'The body is the image: at most 2 MiB and 4096 × 4096 pixels. It is converted to WebP of at most 192 × 192 pixels; an animation becomes its first frame.',
  parameters: [id],
  body: {
    required: true,
    content: { 'image/png': image, 'image/jpeg': image, 'image/webp': image, 'image/gif': image },
  },
  answers: { 200: profile },
  faults: ['not_found'],
  writes: true,
})

export const removeLogo = guarded('profiles', {
  id: 'deleteLogo',
  summary: 'Remove a profile’s logo',
  parameters: [id],
  answers: { 200: profile },
  faults: ['not_found'],
  writes: true,
})

export const servedLogo = doc({
  id: 'getLogo',
  summary: 'Read a profile’s logo',
  description: 'The address in `merchant_logo`. The image of an id never changes.',
  parameters: [
    inPath('id', 'The last part of `merchant_logo`'),
    inHeader('If-None-Match', 'The ETag of your cached image', Type.String()),
  ],
  answers: {
    200: { description: 'The image', content: { 'image/webp': image, 'image/png': image } },
    304: { description: 'Not modified' },
  },
  faults: ['not_found'],
  rateLimited: true,
})
