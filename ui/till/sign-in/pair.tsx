// Pairing this browser as a till.
import { useTranslation } from 'react-i18next'
import * as kit from '../../kit/pairing.tsx'
import { pairTill } from '../../kit/till.ts'

/** Returns the texts of the pairing for a till. */
function usePairText(): kit.PairingTexts {
  const { t } = useTranslation('till')
  return {
    steps: [t('pair_step_console'), t('pair_step_scan'), t('pair_step_code')],
    code: t('pair_code'),
    pair: t('pair'),
    failed: t('pair_failed'),
    refused: t('pair_refused'),
    on: t('pair_continue'),
  }
}

/** Asks for the code that pairs this browser as a till. */
export const PairForm = () => <kit.PairingForm words={usePairText()} pair={pairTill} />

/** Pairs this browser with the code of the address that opened this page. */
export const Pairing = ({ code, onDone }: { readonly code: string; readonly onDone: () => void }) => (
  <kit.PairingPage words={usePairText()} pair={pairTill} code={code} onDone={onDone} />
)
