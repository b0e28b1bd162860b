// The calculations of the console's payment networks: states, fields, and the order of networks.
import { describe, expect, test } from 'bun:test'
import { networkKinds } from '../../../src/connector/network.ts'
import {
  choicesOf,
  credentialsIn,
  fieldWords,
  missingField,
  moveNetwork,
  type Network,
  pausedSinceOf,
  phoneSetupIn,
  type RoutedWay,
  routingBody,
  shownStateOf,
  stepsOf,
} from '../../../ui/admin/networks/network.model.ts'

const formed = networkKinds.filter(({ name }) => name !== 'till-number')
test.each(formed.flatMap(({ name, fields }) => fields.map(({ key }) => [name, key] as const)))(
  'the field of %s for %s has words in both languages',
  (name, key) => expect(fieldWords(name, key)).toBeDefined(),
)

test.each(['selcom', 'relay', 'till-number'])(
  'the preparation that %s needs is shown before its form',
  name => expect(stepsOf(name).length).toBeGreaterThan(1),
)

const network = (more: Partial<Network>) =>
  ({ name: 'selcom', connected: true, state: 'ok', ...more }) as Network

test.each([
  [{}, 'ok'],
  [{ connected: false, state: 'off' }, 'none'],
  [{ state: 'off' }, 'off'],
  [{ state: 'unused' }, 'unused'],
  [{ name: 'till-number', state: 'unused' }, 'waiting'],
  [{ name: 'till-number', state: 'silent' }, 'silent'],
] as const)('%p is shown as %s', (more, state) => expect(shownStateOf(network(more))).toBe(state))

test('values without words are not sent', () => {
  expect(credentialsIn({ vendor: 'T1', pin: ' ', key: '' })).toEqual({ vendor: 'T1' })
})

test('the first required field without a value is found', () => {
  const fields = [
    { key: 'a', required: true },
    { key: 'b', required: false },
    { key: 'c', required: true },
  ] as unknown as Network['fields']
  expect(missingField(fields, { a: 'x' })).toBe('c')
  expect(missingField(fields, { a: 'x', c: 'y' })).toBeUndefined()
})

test.each([
  [0, 1, ['b', 'a', 'c']],
  [2, 0, ['c', 'a', 'b']],
  [0, -1, ['a', 'b', 'c']],
  [2, 3, ['a', 'b', 'c']],
  [3, 0, ['a', 'b', 'c']],
] as const)('%d moves to %d', (from, to, order) =>
  expect(moveNetwork(['a', 'b', 'c'], from, to)).toEqual([...order]),
)

describe('routing', () => {
  const circuit = (state: 'closed' | 'open', since: string | null = null) => ({ state, since })
  const ways: readonly RoutedWay[] = [
    {
      way: 'qr',
      networks: ['relay', 'selcom'],
      is_default: false,
      choices: [
        { name: 'selcom', used: true, circuit: circuit('closed') },
        { name: 'relay', used: false, circuit: circuit('open', '2026-11-21T12:00:00.000Z') },
        { name: 'till-number', used: false, circuit: circuit('closed') },
      ],
    },
    { way: 'card', networks: ['selcom'], is_default: true, choices: [] },
  ]

  test('networks to choose from are in use, or were chosen', () => {
    expect(ways.map(choicesOf)).toEqual([['selcom', 'relay'], []])
  })

  test('is sent whole: what was set stays, what was changed counts, and the rest is automatic', () => {
    const automatic = {
      mobile: null,
      'mobile.mpesa': null,
      'mobile.mixx': null,
      'mobile.airtel': null,
      'mobile.halotel': null,
      'payout.mobile': null,
      'payout.bank': null,
    }
    expect(routingBody(ways, {})).toEqual({ ...automatic, qr: ['relay', 'selcom'], card: null })
    expect(routingBody(ways, { qr: null, card: [] })).toEqual({ ...automatic, qr: null, card: [] })
  })

  test('a network that waits after failures is known by its time', () => {
    expect(pausedSinceOf(ways, 'relay')).toBe('2026-11-21T12:00:00.000Z')
    expect(pausedSinceOf(ways, 'selcom')).toBeUndefined()
  })
})

test('the phone is set up only with all that it needs', () => {
  const setup = { sms_url: 'https://a', sms_secret: 'b', setup_url: 'https://c' }
  expect(phoneSetupIn(network(setup))).toEqual(setup)
  expect(phoneSetupIn(network({ sms_url: 'https://a' }))).toBeUndefined()
})
