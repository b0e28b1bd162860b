// Every field of a profile with its valid and invalid values, at creation and at changes.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { defaultProfileOf } from '../../src/flow/profile.ts'
import type { ProfileView } from '../../src/wire/profile.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'
import { profileOf, profileRequester, profilesPath } from '../kit/profile.ts'

const shop = await openEndpointShop()
await addRoles(shop)
const own = (await defaultProfileOf(shop.appliance, shop.accounts.sandbox)).id
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const path = profilesPath
const run = (scenario: Scenario) => runScenario(shop, scenario)
const request = profileRequester(shop)
const made = async (json: object = {}) =>
  profileOf(await request('', { json: { name: 'Juice bar', ...json } }))

describe('a field', () => {
  const text = (field: string): Record<string, readonly unknown[]> => ({
    [field]: [
      null,
      1,
      true,
      [],
      {},
      '',
      ' ',
      '\t\n',
      'n'.repeat(101),
      `${'n'.repeat(99)}👩🏾‍🍳`,
      'a\nb',
      'a\u007fb',
      '\ud800',
    ],
  })
  const address = (field: string): Record<string, readonly unknown[]> => ({
    [field]: [
      1,
      false,
      [],
      {},
      'shop.example',
      'ftp://shop.example/',
      'javascript:alert(1)',
      '//shop.example/',
      'https://',
    ],
  })
  const long = `https://shop.example/${'x'.repeat(480)}`
  const bad: Record<string, readonly unknown[]> = {
    ...text('name'),
    ...text('merchant_name'),
    merchant_logo: [
      1,
      {},
      'https://shop.example/logo.png',
      ' ',
      'data:image/svg+xml;base64,PHN2Zy8+',
      'data:text/html,x',
      'AAAA',
    ],
    brand_color: [
      null,
      1,
      '',
      '#',
      'red',
      '0b6e4f',
      '#0b6e4',
      '#0b6e4f0',
      '#0b6e4g',
      '#0b6',
      ' #0b6e4f',
      '#0b6e4f\n',
      '#٠٠٠٠٠٠',
    ],
    locale: [null, 1, '', 'fr', 'EN', 'en-GB', 'sw ', ['sw']],
    collect_email: [null, 0, 1, '', 'true', []],
    allowed_methods: [
      null,
      '',
      'card',
      {},
      [],
      [null],
      [1],
      ['cash'],
      ['card', 'CARD'],
      Array(21).fill('card'),
    ],
    ...address('redirect_url'),
    ...address('webhook_url'),
    is_default: [null, 0, 1, '', 'true', {}],
  }
  bad.redirect_url = [
    ...(bad.redirect_url ?? []),
    long,
    'https://u:p@shop.example/',
    'https://shop.example/a b',
    'https:\\\\evil.example',
  ]
  bad.webhook_url = [...(bad.webhook_url ?? []), long, 'http://169.254.169.254/', 'https://u:p@shop.example/']
  const errors = Object.entries(bad).flatMap(([field, values]) =>
    values.map(value => [field, value] as const),
  )

  test.each(errors)('%s cannot be %j', async (field, value) => {
    for (const [method, to, json] of [
      ['POST', path, { name: 'Juice bar', [field]: value }],
      ['PATCH', `${path}/${own}`, { [field]: value }],
      ['PUT', `${path}/${own}`, { [field]: value }],
    ] as const) {
      const answer = await run({
        request: { as: 'admin', method, path: to, json },
        status: 400,
        body: errorBody('validation_error'),
      })
      const told = value === '\ud800' ? 'body' : field
      expect([textAt(answer, 'errors.0.field'), textAt(answer, 'message')]).toEqual([
        expect.stringMatching(new RegExp(`^${told}(\\.\\d)?$`)),
        expect.stringMatching(new RegExp(`^${told}`)),
      ])
    }
  })

  const good: readonly (readonly [string, unknown, unknown?])[] = [
    ...['name', 'merchant_name'].flatMap(field => [
      [field, 'n'] as const,
      [field, 'n'.repeat(100)] as const,
      [field, ' Café Ñandú ', 'Café Ñandú'] as const,
      [field, 'دكان آشا 商店 👩🏾‍🍳'] as const,
      [field, '<script>alert(1)</script>'] as const,
    ]),
    ['merchant_logo', null, ''],
    ['merchant_logo', ''],
    ['brand_color', '#000000'],
    ['brand_color', '#FFFFFF', '#ffffff'],
    ['locale', 'en'],
    ['locale', 'sw'],
    ['collect_email', true],
    ['collect_email', false],
    ['allowed_methods', ['card']],
    ['allowed_methods', ['qr', 'mobile_money', 'qr', 'card'], ['qr', 'mobile_money', 'card']],
    ['redirect_url', 'http://shop.example/thanks?order={x}#end', 'http://shop.example/thanks?order={x}#end'],
    ['redirect_url', `https://shop.example/${'x'.repeat(479)}`],
    ['redirect_url', '', ''],
    ['redirect_url', null, ''],
    ['webhook_url', 'https://shop.example', 'https://shop.example/'],
    ['webhook_url', `https://shop.example/${'x'.repeat(479)}`],
    ['webhook_url', 'http://192.168.1.20:3000/hook'],
    ['webhook_url', '', ''],
    ['webhook_url', null, ''],
  ]
  test.each(good)('%s can be %j', async (field, value, shown = value) => {
    const profile = await made({ [field]: value })
    expect(profile).toMatchObject({ [field]: shown })
    const other = await made()
    expect(profileOf(await request(`/${other.id}`, { method: 'PATCH', json: { [field]: value } }))).toEqual({
      ...other,
      [field]: shown,
    } as ProfileView)
    for (const { id } of [profile, other]) await request(`/${id}`, { method: 'DELETE' })
  })

  test('of a live account takes webhook addresses with https only', async () => {
    const json = { name: 'Live', webhook_url: 'http://192.168.1.20:3000/hook' }
    await run({
      request: { as: 'owner of live', path, json },
      status: 400,
      body: { ...errorBody('validation_error', 'web_address_not_https'), errors: [{ field: 'webhook_url' }] },
    })
  })

  test('may be missing, except the name', async () => {
    const answer = await run({ request: { as: 'admin', path, json: {} }, status: 400 })
    expect(at(answer, 'errors')).toEqual([
      { field: 'name', message: expect.stringMatching(/^name ./), reason: 'required' },
    ])
  })

  test.each(['', '{', 'null', '[]', '"x"', '{"name":"a","name":"b"}', '{"__proto__":{}}'])(
    'the body %s',
    async raw => {
      const headers = { 'content-type': 'application/json' }
      const changes = [
        ['POST', path],
        ['PUT', `${path}/${own}`],
      ] as const
      for (const [method, to] of changes)
        await run({
          request: { as: 'admin', method, path: to, raw, headers },
          status: 400,
          body: errorBody('validation_error'),
        })
    },
  )
})
