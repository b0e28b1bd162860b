// The rules of profiles as tables: the first profile of an account, and changes.
import { describe, expect, test } from 'bun:test'
import {
  applyProfileChange,
  firstProfile,
  type Profile,
  type ProfileChange,
} from '../../src/domain/profile.ts'
import { fieldFaultsOf } from '../kit/fault.ts'

const account = { id: 'acct_1', name: 'Duka la Asha', mode: 'live' } as const
const first = firstProfile('prof_1', account, 7)
const second: Profile = {
  ...first,
  id: 'prof_2',
  isDefault: false,
  redirectUrl: 'https://shop.example/',
  logoId: 'a1',
}

test.each([
  ['live', '#0b6e4f'],
  ['sandbox', '#b45309'],
] as const)('a %s account starts with a default of the colour %s', (mode, brandColor) => {
  expect(firstProfile('prof_1', { ...account, mode }, 7)).toMatchObject({
    accountId: 'acct_1',
    merchantName: 'Duka la Asha',
    brandColor,
    allowedMethods: ['mobile_money'],
    isDefault: true,
    createdAt: 7,
    deletedAt: null,
  })
})

describe('a change', () => {
  const cases: [string, Profile, ProfileChange, Partial<Profile>][] = [
    ['of nothing', second, {}, {}],
    ['of what is not given', second, { name: undefined, redirectUrl: undefined }, {}],
    ['of one field', second, { locale: 'sw' }, { locale: 'sw' }],
    ['that clears', second, { redirectUrl: null }, { redirectUrl: null }],
    [
      'that switches off',
      { ...second, collectEmail: true },
      { collectEmail: false },
      { collectEmail: false },
    ],
    ['that gives it the default', second, { isDefault: true }, { isDefault: true }],
    ['that leaves the default where it is', first, { isDefault: true, name: 'Main' }, { name: 'Main' }],
    ['that unsets the default where it is not set', second, { isDefault: false }, {}],
  ]
  test.each(cases)('%s', (_, profile, change, wanted) => {
    expect(applyProfileChange(profile, change)).toEqual({ ...profile, ...wanted })
  })

  test('that unsets the default is refused', () => {
    expect(fieldFaultsOf(() => applyProfileChange(first, { isDefault: false }))).toEqual([
      { field: 'is_default', reason: 'default_profile_required', params: {} },
    ])
  })
})
