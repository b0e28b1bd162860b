// The fake relay inside a test's process, on a socket of loopback.
import type { FakeServer, FakeWorld } from '../../scripts/fake/fake.ts'
import type { RelayFake } from '../../scripts/fake/relay.ts'
import { serveRelay } from '../../scripts/fake/relay-server.ts'

export const relayKey = 'kn_live_0123456789abcdefghijklmnop'

/** @param world the fake's clock; by default this machine's */
export const openRelay = (world?: FakeWorld): Promise<FakeServer<RelayFake>> => serveRelay(relayKey, 0, world)
