// The time that other computers give in their answers, which is independent of this computer's clock.
import type { World } from '../world.ts'

/**
 * Returns a world whose requests also report the time in the `Date` header of each answer.
 * @param onDate receives that time in milliseconds since 1970; not called for an answer without it
 */
export const withAnswerDates = (world: World, onDate: (time: number) => void): World => ({
  ...world,
  net: {
    ...world.net,
    async request(call) {
      const answer = await world.net.request(call)
      if (answer.kind !== 'answered') return answer
      const time = Date.parse(answer.headers.date ?? '')
      if (!Number.isNaN(time)) onDate(time)
      return answer
    },
  },
})
