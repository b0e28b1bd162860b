// Reads a single line of text: trimmed and not empty.
import { badField } from '../../domain/fault.ts'
import { readName } from '../../domain/plain-text.ts'

/**
 * Reads a field of a body as a single line: trimmed, and with at most `max` characters.
 * @throws Fault naming the field when it is empty, too long, or has line breaks or control characters
 */
export function lineOf(field: string, text: string, max: number): string {
  const line = readName(field, text)
  if (line === '' || [...line].length > max) throw badField(field, 'length_out_of_range', { max })
  return line
}
