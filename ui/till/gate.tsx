// Before the till: a login, then an account. The sale of this browser waits behind it and goes on afterwards.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Front } from '../kit/front.tsx'
import { LoginForm } from '../kit/login-form.tsx'
import { type Me, useClaimed, useMe } from '../kit/me.ts'
import { LinkBanner, Loading } from '../kit/page.tsx'
import { isText, readStored, writeStored } from '../kit/stored.ts'
import { deskOf } from './account.model.ts'
import { Choose, Closed } from './choose.tsx'
import { Desk } from './desk.tsx'
import { leaveSale, resumeSale, useSaleState } from './sale-store.ts'

export function Gate() {
  const me = useMe()
  return (
    <div className="till-page">
      <LinkBanner />
      {me === undefined ? <Loading /> : me === null ? <Locked /> : <Work me={me} />}
    </div>
  )
}

function Locked() {
  const { t } = useTranslation(['till', 'kit'])
  const claimed = useClaimed()
  if (claimed === false) return <Front title={t('kit:unclaimed_title')} text={t('kit:unclaimed_text')} />
  return (
    <Front title={t('login_title')} text={t('login_text')}>
      <LoginForm />
    </Front>
  )
}

function Work({ me }: { readonly me: Me }) {
  const { t } = useTranslation('till')
  const { sale } = useSaleState()
  const [chosen, setChosen] = useState(() => readStored('till.account', isText))
  useEffect(resumeSale, [])
  const choose = (id: string | undefined) => {
    writeStored('till.account', id)
    setChosen(id)
  }
  // A sale under way keeps its account, whatever was chosen or disconnected since. One of a box that is no more is let go.
  const selling = sale && me.accounts.find(({ id }) => id === sale.account)
  const orphaned = sale !== undefined && !selling
  useEffect(() => {
    if (orphaned) leaveSale()
  }, [orphaned])
  if (selling) return <Desk me={me} account={selling} onChoose={choose} />
  const desk = deskOf(me.accounts, chosen)
  if (desk.kind === 'none') return <Front title={t('no_account')} />
  if (desk.kind === 'choose') return <Choose accounts={me.accounts} onChoose={choose} />
  if (desk.kind === 'closed') return <Closed account={desk.account} practice={desk.practice} onChoose={choose} />
  return <Desk me={me} account={desk.account} onChoose={choose} />
}
