// The tax rates of a shop in the API.
import { type Static, Type } from '@sinclair/typebox'
import { readDay } from '../domain/calendar.ts'
import { dayText } from '../domain/day.ts'
import { badFields, problem } from '../domain/fault.ts'
import { saleMethods } from '../domain/shift.ts'
import { taxCodes } from '../domain/tax-code.ts'
import { type TaxRate, taxRatesMax } from '../domain/tax-rate.ts'
import { choice, nullable } from './choice.ts'

const taxCode = choice(taxCodes)
const percent = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: 'Whole percent of the price without tax: 18',
})
const method = nullable(choice(saleMethods), {
  description: 'How the sale is paid. Null: any method without a rate of its own',
})
const from = nullable(Type.String({ examples: ['2027-01-01'] }), {
  description: 'The first day of sales with this rate, such as 2027-01-01. Null: until a dated rate begins',
})

/** The body of `PUT /api/v1/products/tax-rates`. */
export const ChangeTaxRates = Type.Object(
  {
    rates: Type.Array(
      Type.Object(
        { tax_code: taxCode, percent, method: Type.Optional(method), from: Type.Optional(from) },
        { title: 'NewTaxRate' },
      ),
      { maxItems: taxRatesMax, description: 'In any order. Codes without a rate have no tax' },
    ),
  },
  { title: 'ChangeTaxRates' },
)
export type ChangeTaxRates = Static<typeof ChangeTaxRates>

export const TaxRatesView = Type.Object(
  { rates: Type.Array(Type.Object({ tax_code: taxCode, percent, method, from }, { title: 'TaxRate' })) },
  { title: 'TaxRates' },
)
export type TaxRatesView = Static<typeof TaxRatesView>

/**
 * Returns the rates in a request.
 * @throws Fault `validation_error` naming each `from` that is no day
 */
export function readTaxRates({ rates }: ChangeTaxRates): TaxRate[] {
  // The first day of each rate: null if the rate has none, undefined if the text is no day.
  const days = rates.map(({ from }) => (from ? readDay(from) : null))
  const problems = days.flatMap((day, index) =>
    day === undefined ? [problem(`rates.${index}.from`, 'day_malformed')] : [],
  )
  if (problems.length > 0) throw badFields(problems)
  return rates.map(({ tax_code, percent, method = null }, index) => ({
    taxCode: tax_code,
    percent,
    method,
    from: days[index] ?? null,
  }))
}

/** Returns the rates of a shop for the API. */
export const taxRatesView = (rates: readonly TaxRate[]): TaxRatesView => ({
  rates: rates.map(({ taxCode, percent, method, from }) => ({
    tax_code: taxCode,
    percent,
    method,
    from: from === null ? null : dayText(from),
  })),
})
