// The fake relay on a socket of this machine.
import { type FakeServer, type FakeWorld, serveFake } from './fake.ts'
import { newRelayFake, type RelayFake } from './relay.ts'

/** Starts the fake relay on this machine. Port 0 takes a free one. */
export const serveRelay = (apiKey: string, port: number, world?: FakeWorld): Promise<FakeServer<RelayFake>> =>
  serveFake((world, origin) => newRelayFake(apiKey, world, origin), port, world)
