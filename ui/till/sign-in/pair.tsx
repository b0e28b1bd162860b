// Pairing this browser as a till.
import { useTranslation } from 'react-i18next'
import * as kit from '../../kit/pairing.tsx'
import { pairTill } from '../../kit/till.ts'

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

export const PairForm = () => <kit.PairingForm words={usePairText()} pair={pairTill} />
export const Pairing = ({ code, onDone }: { readonly code: string; readonly onDone: () => void }) => (
  <kit.PairingPage words={usePairText()} pair={pairTill} code={code} onDone={onDone} />
)
