// `bun scripts/proof-move.ts [--payments 100000]`: a shop is moved to PostgreSQL and back by dist/kaunta.
// Prints how long each way took, and what was promised and was not; the exit status is 1 if anything was not.
import { parseArgs } from 'node:util'
import { programFolder } from './postgres/cluster.ts'
import { proveMove } from './postgres/move-proof.ts'

const { values } = parseArgs({ options: { payments: { type: 'string', default: '100000' } } })
const programs = programFolder()
if (!programs) throw new Error('PostgreSQL is not on this computer (Debian: apt-get install postgresql)')
const proof = await proveMove({
  programs,
  payments: Number(values.payments),
  note: what => void process.stderr.write(`${what}\n`),
})
const lines = [
  `${proof.payments} payments, ${proof.rows} rows`,
  `to PostgreSQL in ${proof.toDatabaseSeconds.toFixed(1)} s, back in ${proof.toFolderSeconds.toFixed(1)} s`,
  'what the logins, the PIN and the key wrote there:',
  ...proof.written.map(text => `  ${text}`),
  ...(proof.failures.length > 0 ? ['FAILED', ...proof.failures] : ['Nothing else changed.']),
]
process.stdout.write(`${lines.join('\n')}\n`)
process.exit(proof.failures.length > 0 ? 1 : 0)
