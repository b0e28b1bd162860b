// What the API reference tells of the paired browser, beside the routes in http/till/till-device.ts.
import { Type } from '@sinclair/typebox'
import { Answer } from '../../wire/answer.ts'
import { NetworksView, PairTill, SaleView, SignIn, StaffName, TillMeView } from '../../wire/till.ts'
import { answer, doc, inQuery, json, tillGuarded } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const me = answer('What this browser is, and who is on it', Answer(200, TillMeView))

export const pair = doc({
  id: 'pairTill',
  tag: 'Till',
  summary: 'Pair this browser',
  description: 'Answers the cookie too. Twenty wrong codes, whoever sends them, end the codes that are open.',
  body: json(PairTill, example.pairTill),
  answers: { 200: me },
  faults: ['forbidden'],
  rateLimited: true,
  writes: true,
})

export const getMe = doc(
  { id: 'getTillMe', tag: 'Till', summary: 'What this browser is', answers: { 200: me } },
  'till',
)

export const networks = doc(
  {
    id: 'getTillNetworks',
    tag: 'Till',
    summary: 'Which networks are in trouble',
    answers: { 200: answer('As far as this account’s sales tell', Answer(200, NetworksView)) },
  },
  'till',
)

export const staff = doc(
  {
    id: 'listTillStaff',
    tag: 'Till',
    summary: 'Who can sign in here',
    answers: { 200: answer('Those with a PIN, by name', Answer(200, Type.Array(StaffName))) },
  },
  'till',
)

export const signIn = doc(
  {
    id: 'signInOnTill',
    tag: 'Till',
    summary: 'Sign in with a PIN',
    description:
      'Whoever was signed in is out. A wrong PIN answers 400 and how many tries are left; five wrong ones of a person at a till lock them there for 15 minutes: 429.',
    body: json(SignIn, example.signInOnTill),
    answers: { 200: me },
    writes: true,
  },
  'till',
)

export const signOut = doc(
  { id: 'signOutOfTill', tag: 'Till', summary: 'Sign out', answers: { 200: me }, writes: true },
  'till',
)

export const sales = tillGuarded({
  id: 'listTillSales',
  tag: 'Till',
  summary: 'The last sales of this till',
  parameters: [inQuery('limit', 'How many', Type.Integer({ minimum: 1, maximum: 100, default: 20 }))],
  answers: { 200: answer('Payments and cash, newest first', Answer(200, Type.Array(SaleView))) },
})
