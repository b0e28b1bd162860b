// Renders the page that the browser prints. Its code and styles load later.
import { lazy, Suspense } from 'react'
import { usePaper } from './paper.ts'

/** Loads the code of printed pages ahead of their use. */
export const loadPaper = () => import('./paper-page.tsx')
const PaperPage = lazy(() => loadPaper().then(({ PaperPage }) => ({ default: PaperPage })))

/** Renders the page that was last requested for paper. */
export function PrintRoot() {
  const paper = usePaper()
  return paper ? (
    <Suspense>
      <PaperPage paper={paper} />
    </Suspense>
  ) : null
}
