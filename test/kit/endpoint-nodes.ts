// Two servers on one PostgreSQL database, as behind a balancer: each request goes to one of them, chosen by a
// printed seed (`SEED=17` repeats it). On SQLite it is one server.
import { type EndpointOptions, openEndpointShop, openUnclaimedServer } from './endpoint.ts'
import { newChance } from './simulated-world.ts'
import { testServer } from './store-database.ts'

type Server = Awaited<ReturnType<typeof openUnclaimedServer>>

const seed = Number(Bun.env.SEED ?? crypto.getRandomValues(new Uint16Array(1))[0])

/** A server that no one owns yet, and another one beside it. */
export async function openServerOnNodes(options: EndpointOptions = {}): Promise<Server> {
  const first = await openUnclaimedServer(options)
  if (!testServer) return first
  const second = await openUnclaimedServer({ ...options, beside: first })
  const chance = newChance(seed)
  console.log(`requests go to two nodes by SEED=${seed}`)
  const either = () => chance.pick(first, second)
  return {
    ...first,
    send: request => either().send(request),
    request: request => either().request(request),
    advance(ms) {
      first.advance(ms)
      second.advance(ms)
    },
    async work() {
      await Promise.all([first.work(), second.work()])
    },
    async close() {
      await second.close()
      await first.close()
    },
  }
}

/** A shop with everyone in it on both of them. */
export const openShopOnNodes = (options: EndpointOptions = {}) => openEndpointShop(options, openServerOnNodes)
