// The texts of all reasons: those of every page, those that the console adds, and those of the price list.
import type { Reason } from '../../src/domain/fault.ts'
import { consoleErrors } from './error-console.text.ts'
import { productErrors } from './error-product.text.ts'
import { errors } from './errors.text.ts'

export const allErrors: Readonly<Record<'en' | 'sw', Readonly<Record<Reason, string>>>> = {
  en: { ...errors.en, ...consoleErrors.en, ...productErrors.en },
  sw: { ...errors.sw, ...consoleErrors.sw, ...productErrors.sw },
}
