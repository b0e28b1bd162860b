// The two levels of the suite. `bun run test` holds every promise once; `bun run proof` sets PROOF=1 and
// tries each with more seeds, sizes and looks. A file that only the proof runs is named NAME.proof.ts.

import { test } from 'bun:test'

export const isProof = Boolean(Bun.env.PROOF)

/** Returns the size of a test at the level that runs. */
export const sized = <T>({ test, proof }: { readonly test: T; readonly proof: T }): T =>
  isProof ? proof : test

/** Reports how often a promise was tried, for the table of the proof. By default a test counts once. */
export function reportTrials(count: number): void {
  if (isProof) console.log(`trials: ${count}`)
}

/** A test that only the proof runs: in the short suite another test of the file holds its promise. */
export const proofTest = test.skipIf(!isProof)
