// Replaces the English messages of errors by `xxx` and their params. Pages must not notice.
import { faultReasons } from '../../src/domain/fault-reason.ts'
import { fieldReasons } from '../../src/domain/field-reason.ts'

/** Mutes the messages of this process. @returns restores them */
export function muteMessages(): () => void {
  const entries = [...Object.values(fieldReasons), ...Object.values(faultReasons)]
  const messages = entries.map(({ message }) => message)
  for (const entry of entries)
    setMessage(entry, ['xxx', ...(entry.message.match(/\{\w+\}/g) ?? [])].join(' '))
  return () => {
    for (const [index, entry] of entries.entries()) setMessage(entry, messages[index] ?? '')
  }
}

const setMessage = (entry: object, message: string) => Object.assign(entry, { message })
