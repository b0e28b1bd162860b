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

/** Shows the shop's own text, its address and its tax numbers. */
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
  /** The text at the end of the receipt; null for none. */
  readonly text: string | null
}

/** Shows the text at the end of a receipt; for a shop with a tax number also that it is no fiscal receipt. */
export function EndLines({ account: { receipt }, className, text }: EndProps) {
  const { t } = useTranslation('till')
  return (
    <>
      <Lines className={className} lines={linesOf(text)} />
      {hasTaxNumber(receipt) && <p className={className}>{t('paper_not_fiscal')}</p>}
    </>
  )
}
