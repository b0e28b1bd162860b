// Chooses what the console shows: set-up, log-in, an invitation, or its pages.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../kit/card-page.tsx'
import { LoginForm } from '../../kit/login-form.tsx'
import { refreshMe, setClaimed, useIsClaimed, useMe } from '../../kit/me.ts'
import { Loading, OfflineBanner } from '../../kit/page.tsx'
import type { FirstRun } from '../setup/claim.model.ts'
import { joinCodeOf } from '../staff/join-code.model.ts'
import { ConsoleRouter } from './router.tsx'

// Few people ever see these pages: the first set-up, and the one on which an invited person joins.
const ClaimPage = lazy(() => import('../setup/claim.tsx').then(({ ClaimPage }) => ({ default: ClaimPage })))
const ReadyPage = lazy(() => import('../setup/ready.tsx').then(({ ReadyPage }) => ({ default: ReadyPage })))
const Join = lazy(() => import('../staff/join.tsx').then(({ Join }) => ({ default: Join })))

/**
 * Shows the page on which an invited person joins if the address has an invitation code, else `ConsoleView`.
 * @param code the set-up code in the address of a new server; undefined on every other visit
 */
export function Console({ code }: { readonly code: string | undefined }) {
  const joinCode = joinCodeOf(location)
  return (
    <>
      <OfflineBanner />
      <Suspense fallback={<Loading />}>
        {joinCode === undefined ? <ConsoleView code={code} /> : <Join code={joinCode} />}
      </Suspense>
    </>
  )
}

/**
 * Shows the first of these that applies: the result of a set-up that just ended, the console for a person who
 * is logged in, the set-up form if the address has a set-up code, a note that the server is not set up yet,
 * or the log-in form. `me` is undefined while the login is loading, and null if no one is logged in.
 */
function ConsoleView({ code }: { readonly code: string | undefined }) {
  const { t } = useTranslation(['admin', 'kit'])
  const [firstRun, setFirstRun] = useState<FirstRun>()
  const me = useMe()
  const isClaimed = useIsClaimed(me === null)
  useEffect(() => {
    if (!me) document.title = `${t('title')} · Kaunta`
  }, [me, t])
  if (firstRun)
    return (
      <ReadyPage
        firstRun={firstRun}
        onConsole={() => {
          void refreshMe()
          setFirstRun(undefined)
        }}
      />
    )
  if (me === undefined || (me === null && isClaimed === undefined)) return <Loading />
  if (me) return <ConsoleRouter />
  if (code && isClaimed === false)
    return (
      <ClaimPage
        code={code}
        onReady={ready => {
          forgetCode()
          setClaimed()
          setFirstRun(ready)
        }}
      />
    )
  if (isClaimed === false) return <CardPage title={t('kit:unclaimed_title')} text={t('kit:unclaimed_text')} />
  return (
    <CardPage title={t('login_title')} text={code ? t('claim_done_already') : t('login_text')}>
      <LoginForm />
    </CardPage>
  )
}

/** Removes the set-up code from the address, so that it does not stay in the history. */
const forgetCode = () => history.replaceState(null, '', location.pathname)
