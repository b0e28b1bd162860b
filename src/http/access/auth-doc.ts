// What the API reference tells of logging in, beside the routes in http/access/auth.ts. Those at /api/auth
// are better-auth's: their errors have its form, not our envelope.
import { type TSchema, Type } from '@sinclair/typebox'
import { Answer, TokenView } from '../../wire/answer.ts'
import { Stamp } from '../../wire/money.ts'
import { answer, doc, json } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The body of `POST /api/v1/auth/token`. */
export const Entry = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
    totp: Type.Optional(
      Type.String({ maxLength: 20, description: 'Where the login has a second factor: its 6 digits' }),
    ),
    account_id: Type.Optional(Type.String({ maxLength: 60, description: 'The live account when left out' })),
  },
  { title: 'LogIn' },
)

export const token = doc({
  id: 'createToken',
  tag: 'Account',
  summary: 'Get a token for a person',
  description:
    'For programs that act for a person. People in browsers log in at `POST /api/auth/sign-in/email` and get a cookie.',
  body: json(Entry, example.logIn),
  answers: { 200: answer('The token', Answer(200, TokenView)) },
  faults: ['unauthorized', 'forbidden'],
  rateLimited: true,
  writes: true,
})

const SignIn = Type.Object(
  {
    email: Type.String(),
    password: Type.String(),
    rememberMe: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the login outlives the browser’s window' }),
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
    twoFactorEnabled: { ...nullable(Type.Boolean()), description: 'Null as well as false: no second factor' },
  },
  { title: 'Person' },
)
const SignedIn = Type.Object(
  {
    redirect: Type.Boolean(),
    token: Type.String({ description: 'The login’s own id; it opens nothing without the cookie' }),
    user: Person,
  },
  { title: 'SignedIn' },
)
const SecondStep = Type.Object(
  { twoFactorRedirect: Type.Literal(true), twoFactorMethods: Type.Array(Type.String()) },
  {
    title: 'SecondStep',
    description: 'A code is asked for, too: `POST /api/auth/two-factor/verify-totp` with `{"code": "…"}`',
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
  { code: Type.Optional(Type.String()), message: Type.String() },
  { title: 'LoginError' },
)
const refused = (description: string) => answer(description, LoginError)
const foreignPage = refused('The request came from a page of somebody else')

export const signIn = doc({
  id: 'signIn',
  tag: 'Account',
  summary: 'Log in, in a browser',
  description:
    'Sets the login cookie; with a second factor, the code sets it. Three wrong passwords in ten seconds from one address are enough for a while.',
  body: json(SignIn, example.signIn),
  answers: {
    200: answer(
      'Logged in, or the password is right and a code is asked for, too',
      Type.Union([SignedIn, SecondStep]),
    ),
    400: refused('A field is missing or wrong'),
    401: refused('The e-mail or the password is wrong'),
    403: foreignPage,
    415: refused('The body is not sent as application/json'),
    429: {
      description: 'Too many wrong passwords: wait for `Retry-After` seconds',
      content: { 'text/plain': { schema: Type.String() } },
    },
  },
  external: true,
})
export const signOut = doc({
  id: 'signOut',
  tag: 'Account',
  summary: 'Log out, in a browser',
  description: 'Ends the login of the cookie and takes the cookie back.',
  answers: {
    200: answer('Logged out, or nobody was logged in', Type.Object({ success: Type.Boolean() })),
    403: foreignPage,
  },
  external: true,
})
export const session = doc({
  id: 'getLogin',
  tag: 'Account',
  summary: 'Who is logged in, in a browser',
  description: '`GET /api/v1/me` also tells the accounts.',
  answers: {
    200: answer('The login of the cookie; null when there is none', nullable(CurrentLogin)),
    403: foreignPage,
  },
  external: true,
})
