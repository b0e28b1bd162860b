// Writes docs/errors.md from the tables of reasons: bun scripts/error-list.ts
import { errorMarkdown } from '../src/http/docs/error-list.ts'

await Bun.write('docs/errors.md', errorMarkdown())
