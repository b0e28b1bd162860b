// Signing in on a paired till: choose the cashier, then enter the PIN. Also used to switch the cashier.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { Icon, Logo } from '../../kit/icon.tsx'
import { moneyOf } from '../../kit/money.ts'
import { LanguageSelect } from '../../kit/preference.tsx'
import { valueOrThrow } from '../../kit/query.ts'
import { isString, readStored, writeStored } from '../../kit/storage.ts'
import { fetchCashiers, type SignInName, signIn, type TillMe } from '../../kit/till.ts'
import { initialsOf } from '../parts/pin.model.ts'
import { PinPad } from '../parts/pin-pad.tsx'
import { PracticeBanner } from '../parts/practice-banner.tsx'
import { useSaleState } from '../sale/sale-store.ts'

interface SignInProps {
  readonly me: TillMe
  /** Leads back to the cashier who is signed in; absent if there is none. */
  readonly onBack?: (() => void) | undefined
  readonly onSignedIn: () => void
}

/** Lets a cashier choose their name and sign in with their PIN. */
export function SignIn({ me, onBack, onSignedIn }: SignInProps) {
  const { t } = useTranslation('till')
  const { sale } = useSaleState()
  const [cashier, setCashier] = useState<SignInName>()
  /** Signs the chosen cashier in. Returns the error, if there is one. */
  const enterPin = async (pin: string): Promise<ApiError | undefined> => {
    if (!cashier) return undefined
    const answer = await signIn(cashier.id, pin)
    if (!answer.ok) return answer.apiError
    writeStored('till.cashier', cashier.id)
    onSignedIn()
  }
  const backToNames = () => setCashier(undefined)
  const goBack = cashier ? backToNames : onBack
  return (
    <div className="till" data-practice={me.account.mode === 'sandbox' || undefined}>
      {me.account.mode === 'sandbox' && <PracticeBanner />}
      <div className="sign-in">
        <header className="till-head">
          {goBack ? (
            <button type="button" className="head-button" aria-label={t('back')} onClick={goBack}>
              <Icon name="back" />
            </button>
          ) : (
            <Logo size={30} />
          )}
          <div className="till-names">
            <p className="till-shop">{me.account.name}</p>
            <p className="till-name">{me.till.name}</p>
          </div>
          <LanguageSelect isBare />
        </header>
        <main className="sign-in-body">
          {cashier ? (
            <>
              <h1 className="sign-in-title">
                <Badge name={cashier.name} /> {cashier.name}
              </h1>
              <PinPad label={t('pin')} length={cashier.pin_length} onPin={enterPin} onBack={backToNames} />
            </>
          ) : (
            <>
              <h1 className="sign-in-title">{t('sign_in_title')}</h1>
              {/* The sale under way continues after the sign-in. */}
              {sale && (
                <p className="sign-in-sale">
                  {t('sign_in_sale', { money: moneyOf(sale.order.details.amount) })}
                </p>
              )}
              <CashierNames onChoose={setCashier} />
            </>
          )}
        </main>
      </div>
    </div>
  )
}

/** Shows the initials of a name. */
export function Badge({ name }: { readonly name: string }) {
  return <span className="badge" aria-hidden="true" data-initials={initialsOf(name)} />
}

/** Lists the cashiers by name, but first the one who signed in last on this device. */
function CashierNames({ onChoose }: { readonly onChoose: (cashier: SignInName) => void }) {
  const { t } = useTranslation('till')
  const { data, refetch, isError } = useQuery({
    queryKey: ['cashiers'],
    queryFn: () => valueOrThrow(fetchCashiers()),
    refetchInterval: 15_000,
    retry: 2,
  })
  const lastCashierId = readStored('till.cashier', isString)
  if (!data)
    return isError ? (
      <Button variant="default" size="lg" onClick={() => void refetch()}>
        {t('cashiers_failed')}
      </Button>
    ) : null
  if (data.length === 0) return <p className="card-page-text">{t('cashiers_none')}</p>
  const sorted = [...data].sort(
    (cashier, other) =>
      Number(other.id === lastCashierId) - Number(cashier.id === lastCashierId) ||
      cashier.name.localeCompare(other.name),
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
