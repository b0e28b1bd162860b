// The texts for errors of refunds. Part of errors.text.ts.
import type { refundFieldReasons, refundReasons } from '../../src/domain/refund-reason.ts'
import { changed, gone, noNetwork, type Text } from './error-shared.text.ts'

const aboveLeft: Text = ['At most {{left}} is left to refund', 'Kiasi kilichobaki cha kurudisha ni {{left}}']

export const refundTexts: Readonly<
  Record<keyof typeof refundReasons | keyof typeof refundFieldReasons, Text>
> = {
  refund_above_left: aboveLeft,
  refund_line_above_left: aboveLeft,
  refund_line_unknown: changed,
  refund_line_twice: changed,
  refund_lines_free: [
    'These items were free, so there is no money to refund',
    'Bidhaa hizi zilikuwa za bure, kwa hiyo hakuna pesa za kurudisha',
  ],
  refund_amount_not_of_lines: changed,
  recipient_not_for_way: [
    'No number is needed for this kind of refund',
    'Namba haihitajiki kwa njia hii ya kurudisha pesa',
  ],
  refund_of_unpaid: ['Only a paid sale can be refunded.', 'Unaweza kurudisha pesa za mauzo yaliyolipwa tu.'],
  refund_of_reversed: [
    'The customer already took this money back at the network. Don’t refund it again.',
    'Mteja ameshachukua pesa hizi kwenye mtandao. Usizirudishe tena.',
  ],
  refund_too_old: [
    'This sale is too old. It can no longer be refunded.',
    'Mauzo haya ni ya zamani mno. Pesa zake haziwezi kurudishwa tena.',
  ],
  refund_nothing_left: ['This sale is already refunded in full.', 'Pesa zote za mauzo haya zimesharudishwa.'],
  refund_left_changed: changed,
  refund_balance_too_low: [
    'The balance is too low for this refund. Refund in cash, or a smaller amount.',
    'Salio halitoshi kurudisha pesa hizi. Rudisha taslimu, au kiasi kidogo.',
  ],
  refund_not_found: gone,
  refund_wallet_not_needed: changed,
  refund_not_withdrawable: [
    'This refund was already sent. It can’t be withdrawn.',
    'Pesa hizi zimeshatumwa. Haziwezi kuzuiwa.',
  ],
  refund_network_gone: noNetwork,
  refund_way_impossible: [
    'This amount can’t be refunded this way. Choose another.',
    'Kiasi hiki hakiwezi kurudishwa kwa njia hii. Chagua nyingine.',
  ],
}
