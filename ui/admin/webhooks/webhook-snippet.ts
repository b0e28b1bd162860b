// The verification code of docs/webhooks.md, as text. Bundled from docs/verify unchanged, so
// there is one source.
import go from '../../../docs/verify/verify.go' with { type: 'text' }
import php from '../../../docs/verify/verify.php' with { type: 'text' }
import python from '../../../docs/verify/verify.py' with { type: 'text' }
import * as typescript from '../../../docs/verify/verify.ts' with { type: 'text' }

// Imported as text it has a default export only, but TypeScript types the import as the code in the file.
const typescriptText = (typescript as unknown as { readonly default: string }).default

/** The verification code in each language. */
export const snippets = [
  { name: 'TypeScript', code: typescriptText },
  { name: 'Python', code: python },
  { name: 'PHP', code: php },
  { name: 'Go', code: go },
] as const
export type Snippet = (typeof snippets)[number]
