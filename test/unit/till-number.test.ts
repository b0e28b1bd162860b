// What a shop types to connect its own till number.
import { expect, test } from 'bun:test'
import { emvCrc } from '../../src/domain/emv.ts'
import {
  otherPayee,
  readStoredTillNumber,
  readTillNumber,
  tillNumberQr,
} from '../../src/domain/till-number.ts'

const printed =
  '00020101021126400014tz.go.bot.tips01050250402091389741225204000053038345802TZ5924THE DECK AND KITCHEN BAR6008TANZANIA610514110621303091389741226304F3ED'
const signed = (body: string) => `${body}6304${emvCrc(`${body}6304`)}`
const body = printed.slice(0, -8)
const own = { number: '138974122' }
const fields = { number: '5724 1234', name: ' Duka la Asha ', provider: 'mpesa' }

test('required fields alone give no automatic completion, and take unsigned messages', () => {
  expect(readTillNumber(fields)).toEqual({
    provider: 'mpesa',
    number: '57241234',
    name: 'Duka la Asha',
    qr: null,
    policy: { isAutomatic: false, automaticMax: 20_000 },
    isSignedOnly: false,
  })
})

test('every field is read', () => {
  const all = {
    ...fields,
    ...own,
    qr: `${printed}\n`,
    automatic: 'true',
    automatic_most: '50,000',
    signed_only: 'yes',
  }
  expect(readTillNumber(all)).toMatchObject({
    qr: printed,
    policy: { isAutomatic: true, automaticMax: 50_000 },
    isSignedOnly: true,
  })
})

test.each([
  [{ number: '' }, 'number', 'till_number_malformed'],
  [{ number: '12a45' }, 'number', 'till_number_malformed'],
  [{ name: ' ' }, 'name', 'length_out_of_range'],
  [{ name: 'Du\u0007ka' }, 'name', 'control_characters'],
  [{ provider: 'vodacom' }, 'provider', 'wrong_choice'],
  [{ qr: printed.replace('BAR', 'BAX') }, 'qr', 'tanqr_malformed'],
  [{ qr: printed }, 'qr', 'tanqr_number_other'],
  [{ qr: printed, qr_number: '57241234' }, 'qr', 'tanqr_number_other'],
  [{ qr: printed, qr_number: '38974122' }, 'qr', 'tanqr_number_other'],
  [{ ...own, qr: signed(body.replace('5303834', '5303458')) }, 'qr', 'tanqr_foreign'],
  [{ ...own, qr: signed(body.replace('5303834', '')) }, 'qr', 'tanqr_foreign'],
  [{ ...own, qr: signed(body.replace('5802TZ', '5802MY')) }, 'qr', 'tanqr_foreign'],
  [{ ...own, qr: signed(body.replace('5802TZ', '5802tz')) }, 'qr', 'tanqr_foreign'],
  [{ ...own, qr: signed(body.replace('0209138974122', '0309138974122')) }, 'qr', 'tanqr_malformed'],
  [
    { ...own, qr: signed(body.replace('5204', `27390014tz.go.bot.tips01050250402${'08'}700637475204`)) },
    'qr',
    'tanqr_number_other',
  ],
  [{ automatic_most: '-1' }, 'automatic_most', 'amount_malformed'],
  [{ automatic_most: '12,50' }, 'automatic_most', 'amount_not_whole'],
  [{ automatic_most: '1000000000000' }, 'automatic_most', 'out_of_range'],
])('%p is refused', (more, field, reason) => {
  expect(readTillNumber({ ...fields, ...more })).toMatchObject([{ field, reason }])
})

test('the code of a sale has its amount; without a printed code there is none', () => {
  expect(tillNumberQr({ qr: printed }, 12_500)).toContain('540512500')
  expect(tillNumberQr({ qr: null }, 12_500)).toBeNull()
})

test('a code of another number is taken when the owner repeats that number', () => {
  expect(readTillNumber({ ...fields, qr: printed, qr_number: '138 974 122' })).toMatchObject({ qr: printed })
  expect(readTillNumber({ ...fields, number: '0138974122', qr: printed })).toMatchObject({ qr: printed })
  expect(otherPayee({ ...fields, qr: printed })).toEqual({
    number: '138974122',
    name: 'THE DECK AND KITCHEN BAR',
  })
  expect(otherPayee({ ...own, qr: printed })).toBeUndefined()
})

test('a code of another number that was stored before it was checked is not shown', () => {
  expect(readStoredTillNumber({ ...fields, qr: printed })).toMatchObject({ number: '57241234', qr: null })
})

test('a limit that was stored before it was checked leaves each sale to a person', () => {
  expect(readStoredTillNumber({ ...fields, automatic_most: '12,50' }).policy.automaticMax).toBe(0)
  expect(readStoredTillNumber({ ...fields, automatic_most: '12,500' }).policy.automaticMax).toBe(12_500)
})
