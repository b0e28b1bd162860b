// The fake relay in a test's process, on a socket of loopback.
import type { FakeServer, FakeWorld } from '../../scripts/fake/fake.ts'
import type { RelayFake } from '../../scripts/fake/relay.ts'
import { serveRelay } from '../../scripts/fake/relay-server.ts'

export const relayKey = 'kn_live_0123456789abcdefghijklmnop'

/** @param world the fake's clock; that of this machine unless named */
export const openRelay = (world?: FakeWorld): Promise<FakeServer<RelayFake>> => serveRelay(relayKey, 0, world)
