// What a page says of errors of refunds. Part of errors.text.ts.
import type { refundReasons } from '../../src/domain/refund-reason.ts'
import type { Text } from './error-shared.text.ts'

export const refundTexts: Readonly<Record<keyof typeof refundReasons, Text>> = {
  refund_of_unpaid: ['Only a paid sale can be refunded.', 'Unaweza kurudisha pesa za mauzo yaliyolipwa tu.'],
  refund_of_reversed: [
    'The customer already took this money back at the network. Don’t refund it again.',
    'Mteja ameshachukua pesa hizi kwenye mtandao. Usizirudishe tena.',
  ],
  refund_too_old: [
    'This sale is older than {{days}} days. It can no longer be refunded.',
    'Mauzo haya yana zaidi ya siku {{days}}. Pesa zake haziwezi kurudishwa tena.',
  ],
  refund_nothing_left: ['This sale is already refunded in full.', 'Pesa zote za mauzo haya zimesharudishwa.'],
  refund_way_impossible: [
    'This amount can’t be refunded this way. Choose another.',
    'Kiasi hiki hakiwezi kurudishwa kwa njia hii. Chagua nyingine.',
  ],
}
