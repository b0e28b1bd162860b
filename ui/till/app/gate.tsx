// What comes before the till screen: pairing or login, then the PIN or the account. A sale under way in this
// browser continues afterwards.
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameCaller } from '../../kit/caller.ts'
import { CardPage } from '../../kit/card-page.tsx'
import { LoginForm } from '../../kit/login-form.tsx'
import { type Account, type Me, useIsClaimed, useMe } from '../../kit/me.ts'
import { Loading } from '../../kit/page.tsx'
import { isString, readStored, writeStored } from '../../kit/storage.ts'
import { type TillMe, useTill } from '../../kit/till.ts'
import { useDisplayUpdates } from '../display/display-content.ts'
import { type AccountChoice, tillAccountOf } from '../parts/account.model.ts'
import { useSalesStream } from '../parts/sales-stream.ts'
import { deviceOfLogin, deviceOfTill, type TillDevice, TillDeviceProvider } from '../parts/till-device.ts'
import { PrintRoot } from '../print/print-root.tsx'
import { usePriceList } from '../products/price-list-start.ts'
import { leaveSale } from '../sale/sale-actions.ts'
import { allowFollowing } from '../sale/sale-follow.ts'
import { resumeSale } from '../sale/sale-request.ts'
import { useSaleState } from '../sale/sale-store.ts'
import { PairForm, Pairing } from '../sign-in/pair.tsx'
import { SignIn } from '../sign-in/sign-in.tsx'
import { ServerBanner } from './banner.tsx'
import { TillScreen } from './till-screen.tsx'

/** Loaded later, because a paired till needs neither component. */
const loadChoice = () => import('./choose-account.tsx')
const ChooseAccount = lazy(() => loadChoice().then(({ ChooseAccount }) => ({ default: ChooseAccount })))
const NotSetUp = lazy(() => loadChoice().then(({ NotSetUp }) => ({ default: NotSetUp })))

/** The fragment with which the page after set-up opens the till, so that people practise first. */
const practiceHash = '#practice'

/**
 * Shows the till, or what has to come first. `pairingCode` is the code in the address that opened this page.
 */
export function Gate({ pairingCode }: { readonly pairingCode: string | undefined }) {
  const [code, setCode] = useState(pairingCode)
  return (
    <>
      <div className="till-page">
        <ServerBanner />
        {code === undefined ? <DeviceGate /> : <Pairing code={code} onDone={() => setCode(undefined)} />}
      </div>
      <PrintRoot />
    </>
  )
}

/** Opens the till that this browser is paired with; if it is not paired, asks who is logged in. */
function DeviceGate() {
  const tillMe = useTill()
  if (tillMe === undefined) return <Loading />
  return tillMe ? <PairedTill me={tillMe} /> : <LoginGate />
}

/** Shows the till of the person who is logged in, or asks to pair or log in. */
function LoginGate() {
  const me = useMe()
  if (me === undefined) return <Loading />
  if (!me) return <LoginOrPair />
  return (
    <Suspense fallback={<Loading />}>
      <AccountGate me={me} />
    </Suspense>
  )
}

/**
 * Offers to pair this browser as a till, which most tablets need, or to log in with e-mail instead. A server
 * without an owner shows what to do first.
 */
function LoginOrPair() {
  const { t } = useTranslation(['till', 'kit'])
  const isClaimed = useIsClaimed()
  const [isPairing, setPairing] = useState(true)
  if (isClaimed === false) return <CardPage title={t('kit:unclaimed_title')} text={t('kit:unclaimed_text')} />
  return (
    <CardPage
      key={String(isPairing)}
      title={t(isPairing ? 'pair_title' : 'login_title')}
      text={isPairing ? undefined : t('login_text')}
    >
      {isPairing ? <PairForm /> : <LoginForm />}
      <Button
        variant="subtle"
        size="md"
        fullWidth
        data-testid="other-login"
        onClick={() => setPairing(!isPairing)}
      >
        {t(isPairing ? 'login_instead' : 'pair_instead')}
      </Button>
    </CardPage>
  )
}

/** Asks for the cashier's PIN before it opens the till, and again when another cashier takes over. */
function PairedTill({ me }: { readonly me: TillMe }) {
  const [isSwitching, setSwitching] = useState(false)
  const device = useMemo(() => deviceOfTill(me), [me])
  const isSignedIn = me.staff !== null
  if (!isSignedIn || isSwitching)
    return (
      <SignIn
        me={me}
        onBack={isSignedIn ? () => setSwitching(false) : undefined}
        onSignedIn={() => setSwitching(false)}
      />
    )
  return <OpenTill device={device} onSwitchCashier={() => setSwitching(true)} />
}

/** Opens the till for the account that a logged-in person sells for, or lets them choose one. */
function AccountGate({ me }: { readonly me: Me }) {
  const { t } = useTranslation('till')
  const { sale } = useSaleState()
  const [chosenId, setChosenId] = useState(
    () => requestedPracticeAccount(me) ?? readStored('till.account', isString),
  )
  const choose = (id: string | undefined) => {
    writeStored('till.account', id)
    setChosenId(id)
  }
  // A sale that a logged-in person has begun keeps its account, even if another one was chosen since.
  const sellingAccount =
    sale?.caller.till === null ? me.accounts.find(({ id }) => id === sale.caller.account) : undefined
  const tillAccount = tillAccountOf(me.accounts, chosenId)
  if (sellingAccount) return <AccountTill me={me} account={sellingAccount} onChoose={choose} />
  if (tillAccount.kind === 'none') return <CardPage title={t('no_account')} />
  if (tillAccount.kind === 'choose') return <ChooseAccount accounts={me.accounts} onChoose={choose} />
  if (tillAccount.kind === 'no_network')
    return <NotSetUp account={tillAccount.account} practice={tillAccount.practice} onChoose={choose} />
  return <AccountTill me={me} account={tillAccount.account} onChoose={choose} />
}

/**
 * Returns the id of the practice account if the page was opened with `practiceHash`, and stores it as the
 * chosen account; otherwise undefined. The fragment is removed, so that a reload does not choose it again.
 */
function requestedPracticeAccount({ accounts }: Me): string | undefined {
  if (location.hash !== practiceHash) return undefined
  const practice = accounts.find(({ mode }) => mode === 'sandbox')?.id
  history.replaceState(null, '', location.pathname)
  if (practice !== undefined) writeStored('till.account', practice)
  return practice
}

interface AccountTillProps {
  readonly me: Me
  readonly account: Account
  readonly onChoose: (id: string | undefined) => void
}

/** Opens the till of an account for a logged-in person. */
function AccountTill({ me, account, onChoose }: AccountTillProps) {
  const device = useMemo(() => deviceOfLogin(account, me.staff), [account, me.staff])
  return <OpenTill device={device} choice={{ accounts: me.accounts, onChoose }} />
}

interface OpenTillProps {
  readonly device: TillDevice
  readonly onSwitchCashier?: () => void
  /** Set if the person may change the account. */
  readonly choice?: AccountChoice
}

/** Opens the till for a person who may sell, follows its sales, and resumes the sale under way. */
function OpenTill({ device, onSwitchCashier, choice }: OpenTillProps) {
  const { sale } = useSaleState()
  // A stored sale of another till or account is dropped.
  const isOrphaned = sale !== undefined && !isSameCaller(sale.caller, device.caller)
  useEffect(() => {
    if (isOrphaned) leaveSale()
  }, [isOrphaned])
  const { caller, cashier, displays } = device
  useSalesStream(caller, cashier?.id)
  usePriceList(caller, cashier?.id)
  useDisplayUpdates(displays > 0 && cashier !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cashier resumes the sale
  useEffect(() => {
    resumeSale()
    // Until the next cashier has signed in, the server would reject the requests.
    return () => allowFollowing(false)
  }, [cashier?.id])
  return (
    <TillDeviceProvider value={device}>
      <TillScreen onSwitchCashier={onSwitchCashier} choice={choice} />
    </TillDeviceProvider>
  )
}
