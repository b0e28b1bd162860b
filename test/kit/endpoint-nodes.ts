// Several servers on one PostgreSQL database, as behind a balancer: each request goes to one of them, chosen
// by a printed seed (`SEED=17` repeats it). On SQLite it is one server.
import { type EndpointOptions, openEndpointShop, openUnclaimedServer, workOn } from './endpoint.ts'
import { newChance } from './simulated-world.ts'
import { testServer } from './store-database.ts'

type Server = Awaited<ReturnType<typeof openUnclaimedServer>>

const seed = Number(Bun.env.SEED ?? crypto.getRandomValues(new Uint16Array(1))[0])

/** How many servers there are on PostgreSQL. */
const nodesUsual = 2

/** Opens a server that no one owns yet, and further nodes on its database. */
export async function openServerOnNodes(options: EndpointOptions = {}, count = nodesUsual): Promise<Server> {
  if (!testServer) return openUnclaimedServer(options)
  const shared = { ...options, sharesGuesses: true }
  const first = await openUnclaimedServer(shared)
  const nodes = [first]
  while (nodes.length < count) nodes.push(await openUnclaimedServer({ ...shared, joins: first }))
  const chance = newChance(seed)
  console.log(`requests go to ${count} nodes by SEED=${seed}`)
  const one = () => nodes[chance.between(0, nodes.length - 1)] ?? first
  return {
    ...first,
    send: request => one().send(request),
    request: request => one().request(request),
    advance(ms) {
      for (const node of nodes) node.advance(ms)
    },
    work: () => workOn(nodes.map(({ jobs }) => jobs)),
    async close() {
      for (const node of nodes.toReversed()) await node.close()
    },
  }
}

/** Opens a shop with everyone in it on all of them. */
export const openShopOnNodes = (options: EndpointOptions = {}, count = nodesUsual) =>
  openEndpointShop(options, asked => openServerOnNodes(asked, count))
