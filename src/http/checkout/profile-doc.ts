// What the API reference tells of profiles, beside the routes in http/checkout/profile.ts and
// http/checkout/logo.ts.
import { Type } from '@sinclair/typebox'
import { Success } from '../../wire/answer.ts'
import { ChangeProfile, CreateProfile, ProfileView } from '../../wire/profile.ts'
import { answer, doc, guarded, inHeader, inPath, inQuery, json, pageParameters } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const id = inPath('id', 'The profile’s `id`')
const profile = answer('The profile', Success(200, ProfileView))

export const create = guarded('profiles', {
  id: 'createProfile',
  tag: 'Profiles',
  summary: 'Make a profile',
  description:
    'What is left out is as in the profile that every account starts with. An account has at most 100.',
  body: json(CreateProfile, example.createProfile),
  answers: { 201: answer('Made', Success(201, ProfileView)) },
  faults: ['invalid_state'],
  writes: true,
})

export const listParameters = [
  inQuery(
    'q',
    'Words of the profile’s name or of its `merchant_name`, or parts of them',
    Type.String({ maxLength: 200 }),
  ),
  ...pageParameters,
]

export const list = guarded('see_sales', {
  id: 'listProfiles',
  tag: 'Profiles',
  summary: 'List profiles',
  parameters: listParameters,
  answers: {
    200: answer(
      'A page, newest first',
      Type.Object({
        status: Type.Literal('success'),
        code: Type.Literal(200),
        data: Type.Array(ProfileView),
        meta: Type.Object({
          total: Type.Integer({ description: 'All there are that fit, not just this page' }),
          limit: Type.Integer(),
          offset: Type.Integer(),
        }),
      }),
    ),
  },
})

export const get = guarded('see_sales', {
  id: 'getProfile',
  tag: 'Profiles',
  summary: 'Read a profile',
  parameters: [id],
  answers: { 200: profile },
  faults: ['not_found'],
})

const changing = (operation: string, summary: string) =>
  guarded('profiles', {
    id: operation,
    tag: 'Profiles',
    summary,
    description: 'Only the fields that are given change.',
    parameters: [id],
    body: json(ChangeProfile, example.changeProfile),
    answers: { 200: profile },
    faults: ['not_found'],
    writes: true,
  })
export const change = changing('changeProfile', 'Change a profile')
export const put = changing('putProfile', 'Change a profile, as PATCH does')

export const remove = guarded('profiles', {
  id: 'deleteProfile',
  tag: 'Profiles',
  summary: 'Delete a profile',
  description:
    'Sessions made with it keep it. The default cannot be deleted: make another one the default first.',
  parameters: [id],
  answers: {
    200: answer(
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

const picture = { schema: { type: 'string', format: 'binary' } as const }

export const putLogo = guarded('profiles', {
  id: 'putLogo',
  tag: 'Profiles',
  summary: 'Upload a profile’s logo',
  description:
    'The picture itself is the body: at most 2 MiB and 4096 × 4096 pixels. It is drawn anew as WebP, at most 192 pixels wide and high; an animation becomes its first frame.',
  parameters: [id],
  body: {
    required: true,
    content: { 'image/png': picture, 'image/jpeg': picture, 'image/webp': picture, 'image/gif': picture },
  },
  answers: { 200: profile },
  faults: ['not_found'],
  writes: true,
})

export const removeLogo = guarded('profiles', {
  id: 'deleteLogo',
  tag: 'Profiles',
  summary: 'Remove a profile’s logo',
  parameters: [id],
  answers: { 200: profile },
  faults: ['not_found'],
  writes: true,
})

export const servedLogo = doc({
  id: 'getLogo',
  tag: 'Profiles',
  summary: 'The picture of a profile',
  description: 'Where `merchant_logo` leads. What is served under an id never changes.',
  parameters: [
    inPath('id', 'The end of `merchant_logo`'),
    inHeader('If-None-Match', 'The ETag of the picture you have', Type.String()),
  ],
  answers: {
    200: { description: 'The picture', content: { 'image/webp': picture, 'image/png': picture } },
    304: { description: 'You have it' },
  },
  faults: ['not_found'],
  rateLimited: true,
})
