// What the console shows: set-up, login, or home.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Front } from '../kit/front.tsx'
import { LoginForm } from '../kit/login-form.tsx'
import { noteClaimed, refreshMe, useClaimed, useMe } from '../kit/me.ts'
import { LinkBanner, Loading } from '../kit/page.tsx'
import { Claim } from './claim.tsx'
import { Home } from './home.tsx'
import { Ready } from './ready.tsx'

export function Console({ code }: { readonly code: string | undefined }) {
  return (
    <>
      <LinkBanner />
      <Shown code={code} />
    </>
  )
}

function Shown({ code }: { readonly code: string | undefined }) {
  const { t } = useTranslation(['admin', 'kit'])
  const [step, setStep] = useState<'claim' | 'ready' | 'usual'>(code ? 'claim' : 'usual')
  const claimed = useClaimed()
  const me = useMe()
  if (step === 'ready')
    return (
      <Ready
        onConsole={() => {
          void refreshMe()
          setStep('usual')
        }}
      />
    )
  if (me === undefined || (me === null && claimed === undefined)) return <Loading />
  if (me) return <Home me={me} />
  if (code && claimed === false)
    return (
      <Claim
        code={code}
        onReady={() => {
          forgetCode()
          noteClaimed()
          setStep('ready')
        }}
      />
    )
  if (claimed === false) return <Front title={t('kit:unclaimed_title')} text={t('kit:unclaimed_text')} />
  return (
    <Front title={t('login_title')} text={code ? t('claim_done_already') : t('login_text')}>
      <LoginForm />
    </Front>
  )
}

const forgetCode = () => history.replaceState(null, '', location.pathname)
