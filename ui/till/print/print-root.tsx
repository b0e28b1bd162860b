// Renders the page that the browser prints. Its code and styles load later.
import { lazy, Suspense } from 'react'
import { useBrowserPage } from './paper.ts'

/** Loads the code of printed pages ahead of their use. */
export const loadPaper = () => import('./paper-page.tsx')
const PaperPage = lazy(() => loadPaper().then(({ PaperPage }) => ({ default: PaperPage })))

/** Renders the page that was requested last, which opens the print dialog; nothing if none was requested. */
export function PrintRoot() {
  const page = useBrowserPage()
  return page ? (
    <Suspense>
      <PaperPage page={page} />
    </Suspense>
  ) : null
}
