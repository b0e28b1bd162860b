// A shop with some thousand payments is moved to PostgreSQL and back: keys, logins and PINs work in each
// place, and no row changed but what they wrote. A small run of `bun scripts/proof-move.ts`.
import { expect, test } from 'bun:test'
import { programFolder } from '../../scripts/postgres/cluster.ts'
import { proveMove } from '../../scripts/postgres/move-proof.ts'
import { assert } from '../../src/domain/fault.ts'

const programs = programFolder()

test.skipIf(!programs)(
  'a move there and back changes nothing',
  async () => {
    assert(programs, 'skipped without PostgreSQL')
    const proof = await proveMove({ programs, payments: 6_000 })
    expect(proof.failures).toEqual([])
    expect(proof.rows).toBeGreaterThan(6 * proof.payments)
    expect(proof.written.join()).toContain('staff session: 1 added, 0 gone')
  },
  300_000,
)
