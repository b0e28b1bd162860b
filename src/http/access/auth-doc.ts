// API reference of logging in. The routes are in auth.ts. Those under /api/auth belong to better-auth: their
// errors have its format, with our `reason` next to its `code`.

import { Type } from '@sinclair/typebox'
import { Answer, TokenView } from '../../wire/answer.ts'
import { nullable } from '../../wire/choice.ts'
import { ReasonText } from '../../wire/error.ts'
import { Stamp } from '../../wire/money.ts'
import { json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { doc } = routeDocs('Account')

/** The body of `POST /api/v1/auth/token`. */
export const CreateToken = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
    totp: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'The 6 digits of the second factor, when the login has one',
      }),
    ),
    account_id: Type.Optional(Type.String({ maxLength: 60, description: 'Default: the live account' })),
  },
  { title: 'SignInByEmail' },
)

export const token = doc({
  id: 'createToken',
  summary: 'Get a token for a person',
  description:
    'For programs that work for a person. Browsers log in at `POST /api/auth/sign-in/email` and get a cookie.',
  body: json(CreateToken, example.logIn),
  answers: { 200: jsonAnswer('The token', Answer(200, TokenView)) },
  faults: ['unauthorized', 'forbidden'],
  rateLimited: true,
  writes: true,
})

const SignIn = Type.Object(
  {
    email: Type.String(),
    password: Type.String(),
    rememberMe: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the login survives closing the browser' }),
    ),
  },
  { title: 'SignIn' },
)
const Person = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    emailVerified: Type.Boolean(),
    image: nullable(Type.String()),
    createdAt: Stamp,
    updatedAt: Stamp,
    twoFactorEnabled: {
      ...nullable(Type.Boolean()),
      description: 'Null and false both mean: no second factor',
    },
  },
  { title: 'Person' },
)
const SignedIn = Type.Object(
  {
    redirect: Type.Boolean(),
    token: Type.String({ description: 'The id of the login; it is no credential without the cookie' }),
    user: Person,
  },
  { title: 'SignedIn' },
)
const SecondStep = Type.Object(
  { twoFactorRedirect: Type.Literal(true), twoFactorMethods: Type.Array(Type.String()) },
  {
    title: 'SecondStep',
    description:
      'The second factor is required: `POST /api/auth/two-factor/verify-totp` with `{"code": "…"}`',
  },
)
const CurrentLogin = Type.Object(
  {
    session: Type.Object({
      id: Type.String(),
      userId: Type.String(),
      token: Type.String(),
      expiresAt: Stamp,
      createdAt: Stamp,
      updatedAt: Stamp,
      ipAddress: nullable(Type.String()),
      userAgent: nullable(Type.String()),
    }),
    user: Person,
  },
  { title: 'CurrentLogin' },
)
const LoginError = Type.Object(
  {
    code: Type.Optional(Type.String({ description: 'The code of better-auth' })),
    message: Type.String(),
    reason: ReasonText,
    params: Type.Optional(Type.Object({ seconds: Type.Optional(Type.Integer()) })),
    doc_url: Type.String(),
    request_id: Type.String(),
  },
  { title: 'LoginError' },
)
/** Describes an error answer of better-auth. */
const loginError = (description: string) => jsonAnswer(description, LoginError)
const crossSite = loginError('The request came from another site')
const notJson = loginError('The Content-Type is not application/json')

export const signIn = doc({
  id: 'signIn',
  summary: 'Log in with a browser',
  description:
    'Sets the login cookie. With a second factor, the cookie is set when the code is verified. After three wrong passwords within ten seconds, an address must wait.',
  body: json(SignIn, example.signIn),
  answers: {
    200: jsonAnswer(
      'Logged in, or the password is correct and the second factor is required',
      Type.Union([SignedIn, SecondStep]),
    ),
    400: loginError('A field is missing or invalid'),
    401: loginError('The e-mail or the password is wrong'),
    403: crossSite,
    415: notJson,
    429: loginError('Too many wrong passwords: wait for `Retry-After` seconds'),
  },
  external: true,
})
export const signOut = doc({
  id: 'signOut',
  summary: 'Log out of a browser',
  description: 'Ends the login and clears the cookie.',
  answers: {
    200: jsonAnswer('Logged out', Type.Object({ success: Type.Boolean() })),
    403: crossSite,
    415: notJson,
  },
  external: true,
})
export const session = doc({
  id: 'getLogin',
  summary: 'Read the login of a browser',
  description: '`GET /api/v1/me` also lists the accounts.',
  answers: {
    200: jsonAnswer('The login, or null', nullable(CurrentLogin)),
    403: crossSite,
  },
  external: true,
})
