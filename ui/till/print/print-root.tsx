// Where the page that the browser prints is rendered. How it looks loads later.
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
