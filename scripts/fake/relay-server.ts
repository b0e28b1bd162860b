// The fake relay on a socket of this machine.
import { type FakeServer, type FakeWorld, serveFake } from './fake.ts'
import { newRelayFake, type RelayFake } from './relay.ts'

/** @param port 0 for a free one */
export const serveRelay = (apiKey: string, port: number, world?: FakeWorld): Promise<FakeServer<RelayFake>> =>
  serveFake((world, origin) => newRelayFake(apiKey, world, origin), port, world)
