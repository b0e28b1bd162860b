// The tax rates as a form has them.
import { type SaleMethod, saleMethods } from '../../../src/domain/shift.ts'
import { type TaxCode, taxCodes } from '../../../src/domain/tax-code.ts'
import type { ChangeTaxRates, TaxRatesView } from '../../../src/wire/tax-rate.ts'
import { type FieldCheck, type FieldFaults, faultsIn } from '../parts/form-fault.model.ts'
import { nextId } from './row-draft.model.ts'

/** A rate as it is typed. */
export interface RateDraft {
  readonly id: number
  readonly taxCode: TaxCode
  readonly percent: string
  /** Empty: any method without a rate of its own. */
  readonly method: SaleMethod | ''
  /** A day such as 2027-01-01; empty: until a dated rate begins. */
  readonly from: string
}

/** Returns the chosen code; `A` for any other text. */
export const codeOf = (text: string): TaxCode => taxCodes.find(code => code === text) ?? 'A'
/** Returns the chosen method; empty for any other text. */
export const methodOf = (text: string): RateDraft['method'] =>
  saleMethods.find(method => method === text) ?? ''

/** Returns the stored rates as the form has them. */
export const rateDraftsOf = ({ rates }: TaxRatesView): RateDraft[] =>
  rates.map(({ tax_code, percent, method, from }, id) => ({
    id,
    taxCode: tax_code,
    percent: String(percent),
    method: method ?? '',
    from: from ?? '',
  }))

/** Returns a new row for a rate that applies to all sales, without its percent. */
export const newRate = (drafts: readonly RateDraft[]): RateDraft => ({
  id: nextId(drafts),
  taxCode: 'A',
  percent: '',
  method: '',
  from: '',
})

/** Checks a typed rate. */
function percentFault(text: string): FieldCheck {
  if (text.trim() === '') return 'empty'
  return !(/^\d{1,3}$/.test(text.trim()) && Number(text) <= 100) && 'percent'
}

/** Finds what is wrong with the rates before they are sent. */
export const rateFaults = (drafts: readonly RateDraft[]): FieldFaults =>
  faultsIn(drafts.map(({ percent }, at) => [`rates.${at}.percent`, percentFault(percent)] as const))

/** Returns the body of the request. Call it for drafts without faults. */
export const ratesBody = (drafts: readonly RateDraft[]): ChangeTaxRates => ({
  rates: drafts.map(({ taxCode, percent, method, from }) => ({
    tax_code: taxCode,
    percent: Number(percent),
    method: method || null,
    from: from || null,
  })),
})
