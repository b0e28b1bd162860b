// API reference of the till device, the paired browser. The routes are in till-device.ts.
import { Type } from '@sinclair/typebox'
import { Answer } from '../../wire/answer.ts'
import { NetworksView, PairTill, SaleView, SignIn, SignInName, TillMeView } from '../../wire/till.ts'
import { inQuery, json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { doc, tillGuarded } = routeDocs('Till')

const me = jsonAnswer('The till and the signed-in person', Answer(200, TillMeView))

export const pair = doc({
  id: 'pairTill',
  summary: 'Pair this browser',
  description:
    'Also sets the cookie. After ten wrong codes a minute from one address, and one once 300 a minute came from all addresses, the address waits: 429. Wrong codes never end the right one.',
  body: json(PairTill, example.pairTill),
  answers: { 200: me },
  faults: ['forbidden'],
  rateLimited: true,
  writes: true,
})

export const getMe = doc(
  { id: 'getTillMe', summary: 'Read the till of this browser', answers: { 200: me } },
  'till',
)

export const networks = doc(
  {
    id: 'getTillNetworks',
    summary: 'Read the network health',
    answers: {
      200: jsonAnswer(
        'Payment methods that failed recently, according to this account’s sales',
        Answer(200, NetworksView),
      ),
    },
  },
  'till',
)

export const staff = doc(
  {
    id: 'listTillStaff',
    summary: 'List who can sign in',
    answers: { 200: jsonAnswer('People with a PIN, by name', Answer(200, Type.Array(SignInName))) },
  },
  'till',
)

export const signIn = doc(
  {
    id: 'signInOnTill',
    summary: 'Sign in with a PIN',
    description:
      'Signs out the previous person. A wrong PIN answers 400 with the number of attempts left. Five wrong PINs lock that person out of that till for 15 minutes: 429.',
    body: json(SignIn, example.signInOnTill),
    answers: { 200: me },
    writes: true,
  },
  'till',
)

export const signOut = doc(
  { id: 'signOutOfTill', summary: 'Sign out', answers: { 200: me }, writes: true },
  'till',
)

export const sales = tillGuarded({
  id: 'listTillSales',
  summary: 'List the last sales of this till',
  parameters: [inQuery('limit', 'Number of sales', Type.Integer({ minimum: 1, maximum: 100, default: 20 }))],
  answers: {
    200: jsonAnswer(
      'Payments, cash, and paid orders of shop pages, newest first',
      Answer(200, Type.Array(SaleView)),
    ),
  },
})
