// What a receipt of the till shows of its shop, above and below the sale.
import { useTranslation } from 'react-i18next'
import { hasTaxNumber, linesOf, shopLines } from '../../../src/domain/receipt-shop.ts'
import type { TillDevice } from './till-device.ts'

interface LinesProps {
  readonly account: TillDevice['account']
  readonly className: string
}

/** Shows lines of text; nothing without lines. */
const Lines = ({ lines, className }: { readonly lines: readonly string[]; readonly className: string }) =>
  lines.length === 0 ? null : <p className={className}>{lines.join('\n')}</p>

/** Shows the shop's own text, address and tax numbers, below its name. */
export function ShopLines({ account: { receipt }, className }: LinesProps) {
  const { t } = useTranslation('till')
  return (
    <Lines
      className={className}
      lines={[...linesOf(receipt.header), ...shopLines(receipt, t('paper_phone'))]}
    />
  )
}

interface EndProps extends LinesProps {
  /** The text at the end of the receipt. */
  readonly words: string | null
}

/**
 * Shows the text at the end of a receipt, and that it is no fiscal receipt where the shop has a tax number.
 */
export function EndLines({ account: { receipt }, className, words }: EndProps) {
  const { t } = useTranslation('till')
  return (
    <>
      <Lines className={className} lines={linesOf(words)} />
      {hasTaxNumber(receipt) && <p className={className}>{t('paper_not_fiscal')}</p>}
    </>
  )
}
