// A line of text that a person typed: trimmed, not empty, of one line.
import { badField } from '../../domain/fault.ts'

/** @throws Fault naming the field */
export function lineOf(field: string, text: string, most: number): string {
  const line = text.trim()
  if (line === '' || [...line].length > most) throw badField(field, `must have 1 to ${most} characters`)
  if (/\p{Control}/u.test(line))
    throw badField(field, 'must not contain control characters, such as line breaks')
  return line
}
