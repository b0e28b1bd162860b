// Serves the typeface of all pages from the executable. Browsers keep it for ever.
import file from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' with { type: 'file' }
import { typefacePath } from '../../../ui/kit/typeface.ts'
import { fileAnswer, type Pages } from './page.ts'

/** Returns a function that answers requests for the typeface. */
export function serveTypeface(): Pages {
  const answer = fileAnswer({
    name: typefacePath.slice(1),
    type: 'font/woff2',
    hash: typefacePath,
    body: Bun.file(file),
  })
  return (request, path) => (path === typefacePath ? answer(request) : undefined)
}
