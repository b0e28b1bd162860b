// What a shop types to connect its own till number.
import { expect, test } from 'bun:test'
import { readTillNumber, storedTillNumber, tillNumberQr } from '../../src/domain/till-number.ts'

const printed =
  '00020101021126400014tz.go.bot.tips01050250402091389741225204000053038345802TZ5924THE DECK AND KITCHEN BAR6008TANZANIA610514110621303091389741226304F3ED'
const fields = { number: '5724 1234', name: ' Duka la Asha ', provider: 'mpesa' }

test('the least that is needed starts without automatic completion, and takes unsigned messages', () => {
  expect(readTillNumber(fields)).toEqual({
    provider: 'mpesa',
    number: '57241234',
    name: 'Duka la Asha',
    qr: null,
    policy: { isAutomatic: false, automaticMost: 20_000 },
    isSignedOnly: false,
  })
})

test('all of it', () => {
  const all = {
    ...fields,
    qr: `${printed}\n`,
    automatic: 'true',
    automatic_most: '50,000',
    signed_only: 'yes',
  }
  expect(readTillNumber(all)).toMatchObject({
    qr: printed,
    policy: { isAutomatic: true, automaticMost: 50_000 },
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
  [{ automatic_most: '-1' }, 'automatic_most', 'amount_malformed'],
  [{ automatic_most: '12,50' }, 'automatic_most', 'amount_not_whole'],
  [{ automatic_most: '1000000000000' }, 'automatic_most', 'out_of_range'],
])('%p', (more, field, reason) => {
  expect(readTillNumber({ ...fields, ...more })).toMatchObject([{ field, reason }])
})

test('the code of a sale has its amount; without a printed code there is none', () => {
  expect(tillNumberQr({ qr: printed }, 12_500)).toContain('540512500')
  expect(tillNumberQr({ qr: null }, 12_500)).toBeNull()
})

test('a limit that was stored before it was checked leaves each sale to a person', () => {
  expect(storedTillNumber({ ...fields, automatic_most: '12,50' }).policy.automaticMost).toBe(0)
  expect(storedTillNumber({ ...fields, automatic_most: '12,500' }).policy.automaticMost).toBe(12_500)
})
