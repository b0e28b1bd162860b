// Renders the page that the browser prints. Its code and styles load later.
import { lazy, Suspense } from 'react'
import { usePaper } from './paper.ts'

export const loadPaper = () => import('./paper-page.tsx')
const PaperPage = lazy(() => loadPaper().then(({ PaperPage }) => ({ default: PaperPage })))

export function PrintRoot() {
  const paper = usePaper()
  return paper ? (
    <Suspense>
      <PaperPage paper={paper} />
    </Suspense>
  ) : null
}
