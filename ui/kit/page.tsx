// How every page starts: texts, connection to the server, theme and one React root; and what is shown when a
// page breaks.
import './polyfill.ts'
import { Button, Loader, MantineProvider } from '@mantine/core'
import './mantine.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { startConnection, useReachable } from './connection.ts'
import { Icon } from './icon.tsx'
import { type Language, startLanguage } from './language.ts'
import { queryClient } from './query.ts'
import { theme } from './theme.ts'

/** How long a page waits for its data before it is drawn without it, in milliseconds. */
const bootWaitMs = 300

/**
 * Starts a page: its texts (the namespace `name`), the connection and React. `preload` loads what the page
 * needs, so that it is drawn whole unless the server is slow.
 */
export function openPage(
  name: string,
  texts: Readonly<Record<Language, Readonly<Record<string, string>>>>,
  page: ReactNode,
  preload?: () => Promise<unknown>,
): void {
  startLanguage(name, texts)
  startConnection()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  // The theme's variables are in theme.css, and no part is shown or hidden by Mantine's classes.
  const draw = () =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          withCssVariables={false}
          withGlobalClasses={false}
        >
          <ErrorBoundary>
            <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
          </ErrorBoundary>
        </MantineProvider>
      </StrictMode>,
    )
  const bootWait = new Promise(resolve => setTimeout(resolve, bootWaitMs))
  if (preload) void Promise.race([preload().catch(() => {}), bootWait]).then(draw)
  else draw()
}

/** Shows an error instead of an empty window if the page cannot be drawn. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError = () => ({ broken: true })
  override render() {
    return this.state.broken ? <ErrorPage /> : this.props.children
  }
}

/** Shows the error as a whole page. */
export const ErrorPage = () => (
  <main className="error-page">
    <ErrorNotice />
  </main>
)

/** Replaces the part of a page that broke. Sales are stored here and on the server, so reloading is safe. */
export function ErrorNotice() {
  const { t } = useTranslation('kit')
  return (
    <div className="error-notice" role="alert">
      <Icon name="warn" size={40} />
      <h1>{t('page_error')}</h1>
      <p>{t('page_error_text')}</p>
      <Button size="lg" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </div>
  )
}

/** Shows that the server cannot be reached; hides itself when it can. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isReachable = useReachable()
  return (
    <div role="alert" className="status-banner" hidden={isReachable}>
      {!isReachable && (
        <>
          <Icon name="cloud" size={20} />
          <span>
            <strong>{t('offline')}.</strong> {t('offline_text')}
          </span>
        </>
      )}
    </div>
  )
}

/** Shows that data loads. It appears late, so that a fast answer causes no flicker. */
export function Loading() {
  const { t } = useTranslation()
  return (
    <div className="loading" role="status">
      <Loader size="md" />
      <span>{t('loading')}</span>
    </div>
  )
}
