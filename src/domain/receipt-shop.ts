// The lines about the shop on a receipt: the same on paper, at the till and on the payer's page.
import { localPhone } from './local-phone.ts'

/** Null means that the shop has not entered it. Texts have `\n` between their lines. */
export interface ReceiptDetails {
  readonly address: string | null
  readonly phone: string | null // E.164
  /** The taxpayer identification number: `123-456-789`. */
  readonly tin: string | null
  /** The VAT registration number: `40012345A`. */
  readonly vrn: string | null
  readonly receiptHeader: string | null
  /** Replaces the thanks. */
  readonly receiptFooter: string | null
}

export const noReceiptDetails: ReceiptDetails = {
  address: null,
  phone: null,
  tin: null,
  vrn: null,
  receiptHeader: null,
  receiptFooter: null,
}

/** What receipts show of the shop in addition to its name. */
export interface ReceiptShop extends Pick<ReceiptDetails, 'address' | 'phone' | 'tin' | 'vrn'> {
  readonly city: string
  readonly header: string | null
  readonly footer: string | null
}

/** Picks the fields of an account that receipts show of its shop. */
export const receiptShop = ({
  city,
  address,
  phone,
  tin,
  vrn,
  receiptHeader: header,
  receiptFooter: footer,
}: ReceiptDetails & { readonly city: string }): ReceiptShop => ({
  city,
  address,
  phone,
  tin,
  vrn,
  header,
  footer,
})

/** Returns the lines of a text; none for null. */
export const linesOf = (text: string | null): string[] => text?.split('\n') ?? []

/**
 * Returns the lines with address, city, phone and tax numbers. What the shop has not entered is left out.
 * @param phoneWord the word before the phone number, in the language of the receipt
 */
export const shopLines = ({ city, address, phone, tin, vrn }: ReceiptShop, phoneWord: string): string[] => {
  const lines = [...linesOf(address), city]
  if (phone !== null) lines.push(`${phoneWord}: ${localPhone(phone)}`)
  if (tin !== null) lines.push(`TIN: ${tin}`)
  if (vrn !== null) lines.push(`VRN: ${vrn}`)
  return lines
}

/**
 * Whether a receipt shows a tax number. Such a receipt needs the line "not a fiscal receipt", or it could be
 * taken for one.
 */
export const hasTaxNumber = ({ tin, vrn }: Pick<ReceiptShop, 'tin' | 'vrn'>): boolean =>
  tin !== null || vrn !== null
