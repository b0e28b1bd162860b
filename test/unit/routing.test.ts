// Which networks take an order, and in which order: the default, and an owner's choice.
import { describe, expect, test } from 'bun:test'
import {
  type Abilities,
  chooseNetworks,
  type Purpose,
  purposeOf,
  type Routing,
  readRouting,
  ways,
} from '../../src/domain/routing.ts'
import { faultOf } from '../kit/fault.ts'

const abilities = {
  selcom: { methods: ['qr', 'push', 'card'], payouts: ['mobile', 'bank'] },
  relay: { methods: ['qr', 'push'], payouts: ['mobile'] },
  'till-number': { methods: ['qr'], payouts: [] },
  simulator: { methods: ['qr', 'push', 'card'], payouts: ['mobile', 'bank'] },
} as const satisfies Record<string, Abilities>
const known = new Map<string, Abilities>(Object.entries(abilities))
const used = (names: string) =>
  names
    .split(' ')
    .filter(name => name !== '')
    .map(connector => ({ connector, facts: known.get(connector) ?? { methods: [], payouts: [] } }))
const routed = (networks: string, routing: Routing, purpose: Purpose) =>
  chooseNetworks(used(networks), routing, purpose)
    .map(({ connector }) => connector)
    .join(' ')

const mpesa: Purpose = { collect: 'push', provider: 'mpesa' }
const push: Purpose = { collect: 'push' }
const qr: Purpose = { collect: 'qr' }

describe('the default', () => {
  test.each<[string, Purpose, string]>([
    ['', qr, ''],
    ['selcom relay till-number', qr, 'selcom relay till-number'],
    ['selcom relay till-number', mpesa, 'selcom relay'],
    ['relay till-number', { collect: 'card' }, ''],
    ['selcom relay', { payOut: 'bank' }, 'selcom'],
    ['simulator', qr, 'simulator'],
    ['relay simulator', qr, 'relay'],
    ['relay simulator', { collect: 'card' }, 'simulator'],
  ])('with %j for %j: %j', (networks, purpose, expected) =>
    expect(routed(networks, {}, purpose)).toBe(expected),
  )
})

describe('what the owner named', () => {
  test.each<[string, Routing, Purpose, string]>([
    ['in their order', { qr: ['till-number', 'selcom'] }, qr, 'till-number selcom'],
    ['for another way, changes nothing', { card: ['selcom'] }, qr, 'selcom relay till-number'],
    ['for a provider, counts before', { mobile: ['selcom'], 'mobile.mpesa': ['relay'] }, mpesa, 'relay'],
    ['for another provider, does not', { mobile: ['selcom'], 'mobile.airtel': ['relay'] }, mpesa, 'selcom'],
    [
      'for all, when the provider is unknown',
      { mobile: ['selcom'], 'mobile.mpesa': ['relay'] },
      push,
      'selcom',
    ],
    ['nothing, switches the way off', { qr: [] }, qr, ''],
    ['a network that is not used, is left out', { qr: ['simulator', 'relay'] }, qr, 'relay'],
    ['a network that cannot, is left out', { card: ['relay'] }, { collect: 'card' }, ''],
  ])('%s', (_, routing, purpose, expected) =>
    expect(routed('selcom relay till-number', routing, purpose)).toBe(expected),
  )
})

describe('reading it', () => {
  test('keeps what was named, and the default for null', () =>
    expect(readRouting({ qr: ['relay', 'selcom'], mobile: null, card: [] }, known)).toEqual({
      qr: ['relay', 'selcom'],
      card: [],
    }))

  test('names each network that cannot serve its way, is unknown, or comes twice', () => {
    const asked = { qr: ['none'], card: ['selcom', 'relay'], 'payout.mobile': ['relay', 'relay'] }
    expect(faultOf(() => readRouting(asked, known))).toMatchObject({
      problems: [
        { field: 'qr.0', reason: 'wrong_choice' },
        { field: 'card.1', reason: 'wrong_choice', params: { choices: 'selcom, simulator' } },
        { field: 'payout.mobile.1', reason: 'network_listed_twice' },
      ],
    })
  })

  test('every way has its purpose', () =>
    expect(ways.map(way => [way, purposeOf(way)])).toMatchObject([
      ['qr', { collect: 'qr' }],
      ['mobile', { collect: 'push', provider: undefined }],
      ['mobile.mpesa', { collect: 'push', provider: 'mpesa' }],
      ['mobile.mixx', { collect: 'push', provider: 'mixx' }],
      ['mobile.airtel', { collect: 'push', provider: 'airtel' }],
      ['mobile.halotel', { collect: 'push', provider: 'halotel' }],
      ['card', { collect: 'card' }],
      ['payout.mobile', { payOut: 'mobile' }],
      ['payout.bank', { payOut: 'bank' }],
    ]))
})
