// Statements of one SQLite handle: a text may be asked for by one who keeps it and by one who does not.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { statementCache } from '../../src/store/sqlite/prepared.ts'

test.each([
  ['kept first', ['kept', 'once', 'kept', 'once']],
  ['kept later', ['once', 'kept', 'once', 'kept']],
  ['never kept', ['once', 'once']],
] as const)('a text that is %s is answered each time', (_, keeps) => {
  const raw = new Database(':memory:', { strict: true })
  const cache = statementCache(raw)
  for (const keep of keeps) expect(cache.rows('select ?', [7], keep)).toEqual([[7]])
  cache.finalize()
  raw.close(true)
})
