// A shop whose receipts show nothing but its name and city.
import { noReceiptDetails, receiptShop } from '../../src/domain/receipt-shop.ts'

export const plainShop = receiptShop({ city: 'Ilala', ...noReceiptDetails })
