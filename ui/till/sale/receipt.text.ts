// Texts of the paper receipt, which adds them.

const en = {
  paper_receipt_title: 'Receipt',
  receipt_cashier: 'Cashier',
  receipt_till: 'Till',
}

const sw: Record<keyof typeof en, string> = {
  paper_receipt_title: 'Risiti',
  receipt_cashier: 'Keshia',
  receipt_till: 'Kaunta ya malipo',
}

export const tillReceipt = { en, sw }
