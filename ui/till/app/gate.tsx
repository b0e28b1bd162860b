// Before the till: a pairing, a login or a PIN, then an account. The sale of this browser waits behind it and
// goes on afterwards.
import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameCaller } from '../../kit/caller.ts'
import { CardPage } from '../../kit/card-page.tsx'
import { LoginForm } from '../../kit/login-form.tsx'
import { type Account, type Me, useIsClaimed, useMe } from '../../kit/me.ts'
import { Loading } from '../../kit/page.tsx'
import { isString, readStored, writeStored } from '../../kit/storage.ts'
import { type TillMe, useTill, wasPaired } from '../../kit/till.ts'
import { useDisplayUpdates } from '../display/display-content.ts'
import { PrintRoot } from '../print/paper.tsx'
import { leaveSale } from '../sale/sale-actions.ts'
import { allowFollowing } from '../sale/sale-follow.ts'
import { resumeSale } from '../sale/sale-request.ts'
import { useSaleState } from '../sale/sale-store.ts'
import { PairForm, Pairing } from '../sign-in/pair.tsx'
import { SignIn } from '../sign-in/sign-in.tsx'
import { tillAccountOf } from './account.model.ts'
import { BoxBanner } from './banner.tsx'
import { ChooseAccount, NotSetUp } from './choose-account.tsx'
import { deviceOfLogin, deviceOfTill, type TillDevice, TillDeviceProvider } from './till-device.ts'
import { TillScreen } from './till-screen.tsx'

/** @param pairingCode of the address this page was opened with */
export function Gate({ pairingCode }: { readonly pairingCode: string | undefined }) {
  const [code, setCode] = useState(pairingCode)
  return (
    <>
      <div className="till-page">
        <BoxBanner />
        {code === undefined ? <Paired /> : <Pairing code={code} onDone={() => setCode(undefined)} />}
      </div>
      <PrintRoot />
    </>
  )
}

function Paired() {
  const till = useTill()
  if (till === undefined) return <Loading />
  return till ? <TillWork me={till} /> : <StaffGate />
}

function StaffGate() {
  const me = useMe()
  if (me === undefined) return <Loading />
  return me ? <StaffWork me={me} /> : <Locked />
}

/**
 * Two ways in: this browser becomes a till, or a person logs in. A browser that was a till offers the first
 * one first.
 */
function Locked() {
  const { t } = useTranslation(['till', 'kit'])
  const claimed = useIsClaimed()
  const [pairing, setPairing] = useState(wasPaired)
  if (claimed === false) return <CardPage title={t('kit:unclaimed_title')} text={t('kit:unclaimed_text')} />
  return (
    <CardPage
      key={String(pairing)}
      title={t(pairing ? 'pair_title' : 'login_title')}
      text={pairing ? undefined : t('login_text')}
    >
      {pairing ? <PairForm /> : <LoginForm />}
      <Button
        variant="subtle"
        size="md"
        fullWidth
        data-testid="other-way"
        onClick={() => setPairing(!pairing)}
      >
        {t(pairing ? 'login_instead' : 'pair_instead')}
      </Button>
    </CardPage>
  )
}

function TillWork({ me }: { readonly me: TillMe }) {
  const [handing, setHanding] = useState(false)
  const counter = useMemo(() => deviceOfTill(me), [me])
  const signedIn = me.staff !== null
  if (!signedIn || handing)
    return (
      <SignIn
        me={me}
        onBack={signedIn ? () => setHanding(false) : undefined}
        onIn={() => setHanding(false)}
      />
    )
  return <Selling counter={counter} onHandOver={() => setHanding(true)} />
}

function StaffWork({ me }: { readonly me: Me }) {
  const { t } = useTranslation('till')
  const { sale } = useSaleState()
  const [chosen, setChosen] = useState(() => readStored('till.account', isString))
  const choose = (id: string | undefined) => {
    writeStored('till.account', id)
    setChosen(id)
  }
  // A sale under way keeps its account, whatever was chosen or disconnected since.
  const selling =
    sale?.caller.till === null ? me.accounts.find(({ id }) => id === sale.caller.account) : undefined
  const desk = tillAccountOf(me.accounts, chosen)
  if (selling) return <StaffSelling me={me} account={selling} onChoose={choose} />
  if (desk.kind === 'none') return <CardPage title={t('no_account')} />
  if (desk.kind === 'choose') return <ChooseAccount accounts={me.accounts} onChoose={choose} />
  if (desk.kind === 'closed')
    return <NotSetUp account={desk.account} practice={desk.practice} onChoose={choose} />
  return <StaffSelling me={me} account={desk.account} onChoose={choose} />
}

interface StaffSellingProps {
  readonly me: Me
  readonly account: Account
  readonly onChoose: (id: string | undefined) => void
}

function StaffSelling({ me, account, onChoose }: StaffSellingProps) {
  const counter = useMemo(() => deviceOfLogin(account, me.staff), [account, me.staff])
  return <Selling counter={counter} choice={{ accounts: me.accounts, onChoose }} />
}

interface SellingProps {
  readonly counter: TillDevice
  readonly onHandOver?: () => void
  /** Where a person may change the account. */
  readonly choice?: { readonly accounts: readonly Account[]; readonly onChoose: (id: string) => void }
}

function Selling({ counter, onHandOver, choice }: SellingProps) {
  const { sale } = useSaleState()
  // One of another till or of a box that is no more is let go.
  const orphaned = sale !== undefined && !isSameCaller(sale.caller, counter.caller)
  useEffect(() => {
    if (orphaned) leaveSale()
  }, [orphaned])
  const { cashier, till } = counter
  useDisplayUpdates(till !== null && cashier !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cashier resumes the sale
  useEffect(() => {
    resumeSale()
    return () => allowFollowing(false)
  }, [cashier?.id])
  return (
    <TillDeviceProvider value={counter}>
      <TillScreen onHandOver={onHandOver} choice={choice} />
    </TillDeviceProvider>
  )
}
