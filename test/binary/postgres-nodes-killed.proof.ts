// Nodes on one database under tills: one node after another is killed, and at the end the primary, for which
// its standby takes over. A short run of `bun scripts/proof-nodes.ts`.
import { expect, test } from 'bun:test'
import { programFolder } from '../../scripts/postgres/cluster.ts'
import { proveNodes, waitMaxMs } from '../../scripts/postgres/proof.ts'
import { assert } from '../../src/domain/fault.ts'
import { hasPostgres } from '../kit/postgres-cluster.ts'

const programs = programFolder()

test.skipIf(!hasPostgres)(
  'nothing that four nodes acknowledged is lost, unpublished or stored twice, and no till waits long',
  async () => {
    assert(programs, 'skipped without PostgreSQL')
    const proof = await proveNodes({ programs, nodes: 4, seconds: 15, tills: 12, killEverySeconds: 4 })
    expect(proof.failures).toEqual([])
    expect(proof.ended).toEqual([])
    expect(proof.kills).toBe(3)
    expect(proof.sales).toBeGreaterThan(0)
    expect(proof.events).toBe(proof.sales)
    const kinds = Map.groupBy(proof.waits, ({ kind }) => kind)
    expect([...kinds.keys()].toSorted()).toEqual(['create', 'event', 'pay'])
    for (const those of kinds.values()) expect(those.length).toBeGreaterThanOrEqual(proof.sales)
    expect(Math.max(...proof.waits.map(({ ms }) => ms))).toBeLessThan(waitMaxMs)
  },
  300_000,
)
