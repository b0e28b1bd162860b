// The time that other computers give in their answers, which is independent of this computer's clock.
import type { World } from '../world.ts'

/** Wraps a world, so that it reports the `Date` of each answer to a request, in milliseconds since 1970. */
export const withAnswerDates = (world: World, onDate: (time: number) => void): World => ({
  ...world,
  net: {
    ...world.net,
    async request(call) {
      const answer = await world.net.request(call)
      const time = answer.kind === 'answered' ? Date.parse(answer.headers.date ?? '') : Number.NaN
      if (!Number.isNaN(time)) onDate(time)
      return answer
    },
  },
})
