// Profiles and keys in the console: rules at their fields, what is sent, how a colour reads, a first request
// for a key.
import { describe, expect, test } from 'bun:test'
import { scopes } from '../../../src/domain/account.ts'
import {
  activeKeys,
  exampleRequest,
  keyFaults,
  keysCreatedBy,
  revokedKeysOf,
  scopesGivenBy,
} from '../../../ui/admin/keys/key.model.ts'
import {
  brandOfDraft,
  colours,
  legibility,
  newProfileDraft,
  type Profile,
  type ProfileDraft,
  profileBody,
  profileDraftOf,
  profileFaults,
} from '../../../ui/admin/profiles/profile.model.ts'
import { contrast } from '../../../ui/checkout/colour.ts'

const saved: Profile = {
  id: 'prof_1',
  name: 'Default',
  merchant_name: 'Duka la Asha',
  merchant_logo: 'http://192.168.1.10/logo/abc',
  brand_color: '#0b6e4f',
  locale: 'sw',
  collect_email: true,
  allowed_methods: ['mobile_money', 'qr'],
  redirect_url: 'https://shop.example/thanks',
  webhook_url: '',
  is_default: true,
  shop_page: false,
  shop_url: 'http://192.168.1.10/shop/prof_1',
  created_at: '2026-11-21T12:00:00.000Z',
}

describe('a profile', () => {
  const rules: [string, Partial<ProfileDraft>, Record<string, string>][] = [
    ['as it is', {}, {}],
    ['no name', { name: '  ' }, { name: 'empty' }],
    ['a long name', { name: 'x'.repeat(101) }, { name: 'long' }],
    ['no shop', { shop: '' }, { merchant_name: 'empty' }],
    ['a colour by name', { colour: 'red' }, { brand_color: 'colour' }],
    ['a short colour', { colour: '#fff' }, { brand_color: 'colour' }],
    ['no way to pay', { methods: [] }, { allowed_methods: 'methods' }],
    ['a redirect that is none', { redirect: 'thanks' }, { redirect_url: 'redirect' }],
    ['a webhook that is none', { webhook: 'hook' }, { webhook_url: 'webhook' }],
  ]
  test.each(rules)('%s', (_, part, faults) =>
    expect(profileFaults({ ...profileDraftOf(saved), ...part })).toEqual(faults as never),
  )

  test('is sent as it is, and keeps its picture', () => {
    expect(profileBody(profileDraftOf(saved))).toEqual({
      name: 'Default',
      merchant_name: 'Duka la Asha',
      brand_color: '#0b6e4f',
      locale: 'sw',
      collect_email: true,
      allowed_methods: ['mobile_money', 'qr'],
      redirect_url: 'https://shop.example/thanks',
      webhook_url: '',
      shop_page: false,
    })
    expect(profileBody({ ...profileDraftOf(saved), logo: { kind: 'none' } })).toHaveProperty(
      'merchant_logo',
      null,
    )
  })

  test('a new one begins like the default, without its name, picture and addresses', () => {
    expect(newProfileDraft(saved)).toMatchObject({
      name: '',
      shop: 'Duka la Asha',
      logo: { kind: 'none' },
      redirect: '',
      locale: 'sw',
    })
  })

  test('the preview shows the picture that will be', () => {
    const draft = profileDraftOf(saved)
    expect(brandOfDraft(draft, saved.merchant_logo).merchant_logo).toBe(saved.merchant_logo)
    expect(brandOfDraft({ ...draft, logo: { kind: 'none' } }, saved.merchant_logo).merchant_logo).toBe('')
    const logo = { kind: 'picked', picture: new Blob(), url: 'blob:1' } as const
    expect(brandOfDraft({ ...draft, logo }, saved.merchant_logo).merchant_logo).toBe('blob:1')
  })
})

describe('a colour', () => {
  test.each([
    ['#0b6e4f', 'white', false],
    ['#f59e0b', 'black', true],
    ['#ffffff', 'black', true],
    ['#000000', 'white', false],
  ])('%s has %s text; another shade for lines: %p', (colour, ink, shaded) => {
    const reads = legibility(colour)
    expect(reads).toMatchObject({ ink: ink as 'white', shaded })
    expect(Number(reads.ratio)).toBeGreaterThanOrEqual(4.5)
  })
  test.each([...colours])('%s, which we offer, has white text', colour =>
    expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5),
  )
})

describe('a key', () => {
  test.each([
    [
      { name: '', scopes: [] },
      { name: 'name_empty', scopes: 'scope_none' },
    ],
    [{ name: 'x'.repeat(101), scopes: ['collection:read'] }, { name: 'name_long' }],
    [{ name: 'Website', scopes: ['collection:read'] }, {}],
  ] as const)('%j: %j', (draft, faults) => expect(keyFaults(draft)).toEqual(faults))

  test.each([
    [
      ['collection:create', 'collection:read'],
      "curl -H 'Authorization: Bearer kn_test_1' 'http://box/v1/payments?limit=1'",
    ],
    [['disbursement:read'], "curl -H 'Authorization: Bearer kn_test_1' 'http://box/v1/payouts?limit=1'"],
    [
      ['collection:create'],
      `curl -H 'Authorization: Bearer kn_test_1' -H 'Content-Type: application/json' -d '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"}}' http://box/v1/payments`,
    ],
  ] as const)('with %j the first request is: %s', (scopes, line) =>
    expect(exampleRequest('http://box', 'kn_test_1', scopes)).toBe(line),
  )
  test('one that only sends money has no first request', () => {
    expect(exampleRequest('http://box', 'kn_test_1', ['disbursement:create'])).toBeUndefined()
  })

  const unused = {
    created_by: { type: 'server', id: null, till_id: null, name: null } as const,
    last_used_at: null,
  }
  const staff = (id: string) => ({ type: 'staff', id, till_id: null, name: null }) as const
  test('those in force and those revoked', () => {
    const key = {
      id: 'key_1',
      name: 'a',
      hint: '',
      scopes: [],
      created_at: saved.created_at,
      ...unused,
      revoked_at: null,
    }
    const gone = { ...key, id: 'key_2', revoked_at: saved.created_at }
    expect(activeKeys([key, gone])).toEqual([key])
    expect(revokedKeysOf([key, gone])).toEqual([gone])
  })

  test('the keys of a person that are still valid, those that send money first', () => {
    const key = {
      id: 'key_1',
      name: 'a',
      hint: '',
      scopes: ['metrics:read'],
      created_at: saved.created_at,
      last_used_at: null,
    }
    const mine = { ...key, created_by: staff('n1'), revoked_at: null }
    const paying = { ...mine, id: 'key_2', scopes: ['metrics:read', 'disbursement:create'] }
    const others = { ...mine, id: 'key_3', created_by: staff('n12') }
    const gone = { ...mine, id: 'key_4', revoked_at: saved.created_at }
    expect(
      keysCreatedBy([mine, paying, others, gone, { ...mine, created_by: unused.created_by }], 'n1'),
    ).toEqual([paying, mine])
  })

  test('an owner offers every scope, an admin all but payouts, a cashier none', () => {
    expect(scopesGivenBy('owner')).toEqual([...scopes])
    expect(scopesGivenBy('admin')).toEqual(scopes.filter(scope => scope !== 'disbursement:create'))
    expect(scopesGivenBy('cashier')).toEqual([])
  })
})
