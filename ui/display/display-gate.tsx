// Decides which screen this is: a device that a till has paired, or a second window of the till; and how it
// becomes one of them.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../kit/card-page.tsx'
import { Loading, OfflineBanner } from '../kit/page.tsx'
import { PairingForm, PairingPage, type PairingTexts } from '../kit/pairing.tsx'
import { useWakeLock } from '../kit/wake-lock.ts'
import { contentOfSale, contentOfState } from './display-content.model.ts'
import { pairDisplay, useDisplayState } from './display-state.ts'
import { useSale } from './sale.ts'
import { Screen } from './screen.tsx'
import { useLogo, useShop } from './shop.ts'

/**
 * Shows the display once its browser is paired. `pairingCode` is the code in the address that opened this
 * page.
 */
export function DisplayGate({ pairingCode }: { readonly pairingCode: string | undefined }) {
  const [code, setCode] = useState(pairingCode)
  const words = useWords()
  useWakeLock(true)
  return (
    <div className="display-page">
      <OfflineBanner />
      {code === undefined ? (
        <PairedDisplay />
      ) : (
        <PairingPage words={words} pair={pairDisplay} code={code} onDone={() => setCode(undefined)} />
      )}
    </div>
  )
}

/** Shows what the server sends to a paired device; to another browser, what its own till sells. */
function PairedDisplay() {
  const state = useDisplayState()
  if (state === undefined) return <Loading />
  if (state === 'none' || state === 'gone') return <SecondWindow isGone={state === 'gone'} />
  const { name, logo, mode } = state.shop
  return <Screen shop={{ name, logo, practice: mode === 'sandbox' }} content={contentOfState(state)} />
}

/**
 * Shows the sale of a till that runs in another window of this browser; without a till, how to become a
 * display. `isGone`: this browser was a paired display before.
 */
function SecondWindow({ isGone }: { readonly isGone: boolean }) {
  const shop = useShop()
  const sale = useSale(shop?.caller)
  const logo = useLogo(shop?.caller)
  if (shop === undefined) return <Loading />
  if (shop === null) return <UnpairedDisplay isGone={isGone} />
  return (
    <Screen
      shop={{ name: shop.name, logo: logo === '' ? null : logo, practice: shop.practice }}
      content={contentOfSale(sale)}
    />
  )
}

/** Explains to a browser that is not, or no longer, paired with a till how it becomes a display. */
function UnpairedDisplay({ isGone }: { readonly isGone: boolean }) {
  const { t } = useTranslation('display')
  const words = useWords()
  return (
    <CardPage
      title={t(isGone ? 'disconnected' : 'unpaired')}
      text={t(isGone ? 'disconnected_text' : 'unpaired_text')}
    >
      <PairingForm words={words} pair={pairDisplay} />
    </CardPage>
  )
}

/** Returns the texts of the pairing for a display. */
function useWords(): PairingTexts {
  const { t } = useTranslation('display')
  return {
    steps: [t('pair_step_till'), t('pair_step_scan'), t('pair_step_code')],
    code: t('pair_code'),
    pair: t('pair'),
    failed: t('pair_failed'),
    refused: t('pair_rejected'),
    on: t('pair_continue'),
  }
}
