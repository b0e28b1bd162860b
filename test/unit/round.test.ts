// The rounds of the job loop: how long the current one has run, which reveals a hanging loop to a watchdog.
import { expect, test } from 'bun:test'
import { newRounds } from '../../src/job/round.ts'

test('a round that does not end is busy for as long as it lasts, one that ended is not', async () => {
  let elapsed = 0
  const clock = {
    now: () => elapsed,
    elapsed: () => elapsed,
    after: () => () => {},
    confirm: () => {},
    floor: () => {},
    isUnreliable: () => false,
  }
  const first = Promise.withResolvers<number>()
  const rounds = newRounds(
    clock,
    () => true,
    () => first.promise,
  )
  rounds.open()
  expect(rounds.busyMs()).toBe(0)
  elapsed = 1_000
  rounds.run()
  elapsed = 121_500
  expect(rounds.busyMs()).toBe(120_500)
  first.resolve(500_000)
  await rounds.stop()
  expect(rounds.busyMs()).toBe(0)
})
