// Texts of the paper receipt, which adds them.

const en = {
  paper_receipt_title: 'Receipt',
  receipt_cashier: 'Cashier',
}

const sw: Record<keyof typeof en, string> = {
  paper_receipt_title: 'Risiti',
  receipt_cashier: 'Keshia',
}

export const tillReceipt = { en, sw }
