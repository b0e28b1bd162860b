// The texts of all reasons: those of every page, and those that the console adds.
import type { Reason } from '../../src/domain/fault.ts'
import { consoleTexts } from './error-console.text.ts'
import { inLanguages } from './error-shared.text.ts'
import { errors } from './errors.text.ts'

export const consoleErrors = inLanguages(consoleTexts)

export const allErrors: Readonly<Record<'en' | 'sw', Readonly<Record<Reason, string>>>> = {
  en: { ...errors.en, ...consoleErrors.en },
  sw: { ...errors.sw, ...consoleErrors.sw },
}
