// How many pushes one phone gets in an hour from all callers.
import { expect, test } from 'bun:test'
import { countOnce, newPhonePushes } from '../../src/flow/phone-push.ts'

const [asha, juma] = ['+255754000001', '+255754000002']

function counting(max: number) {
  let ms = 0
  const pushes = newPhonePushes({ elapsed: () => ms }, max)
  return {
    ...pushes,
    advance: (seconds: number) => {
      ms += seconds * 1_000
    },
    takes: (phone: string, times: number) => {
      for (let time = 0; time < times; time++) pushes.take(phone)
    },
  }
}

test('a number gets as many pushes as the limit, then the first must be an hour old', () => {
  const { take, takes, advance } = counting(3)
  take(asha)
  advance(600)
  takes(asha, 2)
  expect(() => take(asha)).toThrow('this number got 3 unpaid pushes in an hour')
  takes(juma, 3)
  advance(2_999)
  expect(() => take(asha)).toThrow('try again in 1 s')
  advance(1)
  take(asha)
  expect(() => take(asha)).toThrow('try again in 600 s')
})

test('pushes that were paid do not count', () => {
  const { take, forgetPaid: paid } = counting(2)
  for (let sale = 0; sale < 20; sale++) {
    take(asha)
    paid(asha)
  }
  paid(juma)
})

test('a limit of 0 means none', () => counting(0).takes(asha, 10_000))

test('a body that runs again counts once, and one that is refused not at all', () => {
  const shop = counting(2)
  const count = countOnce({ phonePushes: shop })
  for (let run = 0; run < 5; run++) count(asha)
  shop.take(asha)
  expect(() => countOnce({ phonePushes: shop })(asha)).toThrow('unpaid pushes in an hour')
  countOnce({ phonePushes: shop })(null)
})
