// Chooses what the console shows: set-up, log-in, an invitation, or its pages.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../kit/card-page.tsx'
import { LoginForm } from '../../kit/login-form.tsx'
import { refreshMe, setClaimed, useIsClaimed, useMe } from '../../kit/me.ts'
import { Loading, OfflineBanner } from '../../kit/page.tsx'
import type { FirstRun } from '../setup/claim.model.ts'
import { joinCodeOf } from '../staff/staff.model.ts'
import { ConsoleRouter } from './router.tsx'

// Few people ever see these pages: the first set-up, and the one on which an invited person joins.
const ClaimPage = lazy(() => import('../setup/claim.tsx').then(({ ClaimPage }) => ({ default: ClaimPage })))
const ReadyPage = lazy(() => import('../setup/ready.tsx').then(({ ReadyPage }) => ({ default: ReadyPage })))
const Join = lazy(() => import('../staff/join.tsx').then(({ Join }) => ({ default: Join })))

export function Console({ code }: { readonly code: string | undefined }) {
  const invited = joinCodeOf(location)
  return (
    <>
      <OfflineBanner />
      <Suspense fallback={<Loading />}>
        {invited === undefined ? <ConsoleView code={code} /> : <Join code={invited} />}
      </Suspense>
    </>
  )
}

function ConsoleView({ code }: { readonly code: string | undefined }) {
  const { t } = useTranslation(['admin', 'kit'])
  const [first, setFirst] = useState<FirstRun>()
  const me = useMe()
  const isClaimed = useIsClaimed(me === null)
  useEffect(() => {
    if (!me) document.title = `${t('title')} · Kaunta`
  }, [me, t])
  if (first)
    return (
      <ReadyPage
        first={first}
        onConsole={() => {
          void refreshMe()
          setFirst(undefined)
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
          setFirst(ready)
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

const forgetCode = () => history.replaceState(null, '', location.pathname)
