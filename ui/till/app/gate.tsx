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
import { tillAccountOf } from '../parts/account.model.ts'
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

/** The page after set-up opens the till with this fragment, to practise first. */
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

/** Shows a paired till; in another browser, what a logged-in person may sell. */
function DeviceGate() {
  const till = useTill()
  if (till === undefined) return <Loading />
  return till ? <PairedTill me={till} /> : <LoginGate />
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

/** Pairs this browser as a till, as most tablets do; a button offers the login with e-mail instead. */
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
        onIn={() => setSwitching(false)}
      />
    )
  return <OpenTill device={device} onSwitchCashier={() => setSwitching(true)} />
}

/** Opens the till for the account that a logged-in person sells for, or lets them choose one. */
function AccountGate({ me }: { readonly me: Me }) {
  const { t } = useTranslation('till')
  const { sale } = useSaleState()
  const [chosen, setChosen] = useState(
    () => requestedPracticeAccount(me) ?? readStored('till.account', isString),
  )
  const choose = (id: string | undefined) => {
    writeStored('till.account', id)
    setChosen(id)
  }
  // A sale under way keeps its account, even if another one was chosen since.
  const sellingAccount =
    sale?.caller.till === null ? me.accounts.find(({ id }) => id === sale.caller.account) : undefined
  const tillAccount = tillAccountOf(me.accounts, chosen)
  if (sellingAccount) return <AccountTill me={me} account={sellingAccount} onChoose={choose} />
  if (tillAccount.kind === 'none') return <CardPage title={t('no_account')} />
  if (tillAccount.kind === 'choose') return <ChooseAccount accounts={me.accounts} onChoose={choose} />
  if (tillAccount.kind === 'no_network')
    return <NotSetUp account={tillAccount.account} practice={tillAccount.practice} onChoose={choose} />
  return <AccountTill me={me} account={tillAccount.account} onChoose={choose} />
}

/**
 * Returns the practice account's id, and stores it, if the page's address asks for practice; otherwise
 * undefined.
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
  readonly choice?: { readonly accounts: readonly Account[]; readonly onChoose: (id: string) => void }
}

/** Opens the till for a cashier who may sell: follows its sales and resumes the one under way. */
function OpenTill({ device, onSwitchCashier, choice }: OpenTillProps) {
  const { sale } = useSaleState()
  // This till drops a sale of another till or account.
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
    return () => allowFollowing(false)
  }, [cashier?.id])
  return (
    <TillDeviceProvider value={device}>
      <TillScreen onSwitchCashier={onSwitchCashier} choice={choice} />
    </TillDeviceProvider>
  )
}
