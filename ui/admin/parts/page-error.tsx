// A page whose object was not read: it does not exist, or the request failed.
import type { ComponentProps, ReactNode } from 'react'
import { ApiErrorNote } from './api-error-note.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageHead } from './page-head.tsx'
import type { ReadResult } from './queries.ts'

interface PageErrorProps extends Required<Pick<ComponentProps<typeof PageHead>, 'title' | 'back'>> {
  readonly failedRead: Pick<ReadResult<unknown>, 'apiError' | 'retry'>
  /** Translates with the texts of the page. */
  readonly t: (key: 'not_found' | 'not_found_text') => string
  /** Where else to look for a missing object. */
  readonly children?: ReactNode
}

/** Draws "not found" when the server answered 404, else the error with a retry button. */
export function PageError({ failedRead: { apiError, retry }, title, back, t, children }: PageErrorProps) {
  const isMissing = apiError?.kind === 'refused' && apiError.status === 404
  return (
    <>
      <PageHead title={title} back={back} />
      {isMissing ? (
        <EmptyState icon="search" title={t('not_found')} text={t('not_found_text')}>
          {children}
        </EmptyState>
      ) : (
        <ApiErrorNote apiError={apiError} retry={retry} />
      )}
    </>
  )
}
