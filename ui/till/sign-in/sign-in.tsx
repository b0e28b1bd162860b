// Who stands at the till: the names of those with a PIN, then the PIN. The same screen hands the till over to
// the next cashier.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, Mark } from '../../kit/icon.tsx'
import { moneyOf } from '../../kit/money.ts'
import { LanguageSwitch } from '../../kit/preference.tsx'
import { valueOrThrow } from '../../kit/query.ts'
import { isString, readStored, writeStored } from '../../kit/storage.ts'
import { type Cashier, fetchCashiers, signIn, type TillMe } from '../../kit/till.ts'
import { PracticeBanner } from '../app/practice-banner.tsx'
import { useSaleState } from '../sale/sale-store.ts'
import { initialsOf } from './pin.model.ts'
import { PinPad } from './pin-pad.tsx'

interface SignInProps {
  readonly me: TillMe
  /** Back to whoever is signed in; absent when nobody is. */
  readonly onBack?: (() => void) | undefined
  readonly onIn: () => void
}

export function SignIn({ me, onBack, onIn }: SignInProps) {
  const { t } = useTranslation('till')
  const { sale } = useSaleState()
  const [who, setWho] = useState<Cashier>()
  const enter = async (pin: string) => {
    if (!who) return undefined
    const answer = await signIn(who.id, pin)
    if (!answer.ok) return answer.apiError
    writeStored('till.cashier', who.id)
    onIn()
  }
  const back = who ? () => setWho(undefined) : onBack
  return (
    <div className="till" data-practice={me.account.mode === 'sandbox' || undefined}>
      {me.account.mode === 'sandbox' && <PracticeBanner />}
      <div className="sign-in">
        <header className="desk-head">
          {back ? (
            <button type="button" className="head-button" aria-label={t('back')} onClick={back}>
              <Icon name="back" />
            </button>
          ) : (
            <Mark size={30} />
          )}
          <div className="desk-names">
            <p className="desk-shop">{me.account.name}</p>
            <p className="desk-till">{me.till.name}</p>
          </div>
          <LanguageSwitch bare />
        </header>
        <main className="sign-in-body">
          {who ? (
            <>
              <h1 className="sign-in-title">
                <Badge name={who.name} /> {who.name}
              </h1>
              <PinPad label={t('pin')} go={t('sign_in')} onPin={enter} onBack={() => setWho(undefined)} />
            </>
          ) : (
            <>
              <h1 className="sign-in-title">{t('who')}</h1>
              {sale && (
                <p className="sign-in-sale">{t('who_sale', { money: moneyOf(sale.order.details.amount) })}</p>
              )}
              <Names onChoose={setWho} />
            </>
          )}
        </main>
      </div>
    </div>
  )
}

export function Badge({ name }: { readonly name: string }) {
  return <span className="badge" aria-hidden="true" data-initials={initialsOf(name)} />
}

function Names({ onChoose }: { readonly onChoose: (cashier: Cashier) => void }) {
  const { t } = useTranslation('till')
  const { data, refetch, isError } = useQuery({
    queryKey: ['cashiers'],
    queryFn: () => valueOrThrow(fetchCashiers()),
    refetchInterval: 15_000,
    retry: 2,
  })
  const last = readStored('till.cashier', isString)
  if (!data)
    return isError ? (
      <Button variant="default" size="lg" onClick={() => void refetch()}>
        {t('who_failed')}
      </Button>
    ) : null
  if (data.length === 0) return <p className="front-text">{t('who_nobody')}</p>
  const sorted = [...data].sort(
    (a, b) => Number(b.id === last) - Number(a.id === last) || a.name.localeCompare(b.name),
  )
  return (
    <ul className="names">
      {sorted.map(cashier => (
        <li key={cashier.id}>
          <button type="button" className="name" data-testid="cashier" onClick={() => onChoose(cashier)}>
            <Badge name={cashier.name} />
            <span>{cashier.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
