// What receipts show of the shop in addition to its name, as tills read it.
import { Type } from '@sinclair/typebox'

const Text = Type.String()
const TextOrNull = Type.Union([Text, Type.Null()])

export const ReceiptShopView = Type.Object(
  {
    city: Text,
    address: TextOrNull,
    phone: TextOrNull,
    tin: TextOrNull,
    vrn: TextOrNull,
    header: TextOrNull,
    footer: TextOrNull,
  },
  { description: 'What receipts show of the shop besides its name; null for what it has not entered' },
)
