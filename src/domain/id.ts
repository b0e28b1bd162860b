// The forms of our public ids. Lists are ordered by id, because a UUIDv7 begins with its time.

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The smallest possible id of a moment, to express ranges of time as ranges of ids.
 * @param time milliseconds since 1970
 */
export function idFrom(time: number): string {
  const digits = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** When an id with or without its prefix was created; milliseconds. */
export const timeOf = (id: string): number =>
  Number.parseInt(
    id
      .slice(id.indexOf('_') + 1)
      .replace('-', '')
      .slice(0, 12),
    16,
  )

/**
 * 20 characters A–Z 0–9, which every network accepts: ten for the time, so that references are stored in
 * order, and ten random ones (50 bits), so that they cannot be guessed.
 */
export function networkReference(now: number, random: Uint8Array): string {
  let text = ''
  for (let rest = now; text.length < 10; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  for (let index = 0; index < 10; index++) text += alphabet[(random[index] ?? 0) & 31]
  return text
}

/** When a reference was created, by the server's clock at that time. */
export const timeOfReference = (reference: string): number =>
  [...reference.slice(0, 10)].reduce((time, digit) => time * 32 + alphabet.indexOf(digit), 0)

/** Makes letters and digits without bias. @param random is called until enough bytes fit */
export function randomText(length: number, random: (length: number) => Uint8Array): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) if (byte < 248 && text.length < length) text += letters[byte % 62]
  }
  return text
}

/** Random digits, with leading zeros. */
export function randomDigits(length: number, random: (length: number) => Uint8Array): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) if (byte < 250 && text.length < length) text += byte % 10
  }
  return text
}

/** The id of an account, `acct_…` and 8 letters and digits (47 bits): short, because most rows contain it. */
export const newAccountId = (random: (length: number) => Uint8Array): string =>
  `acct_${randomText(8, random)}`

/** An id with the prefix of its kind: `evt_…`, `key_…`. */
export const idWithPrefix = (
  kind:
    | 'audit'
    | 'key'
    | 'evt'
    | 'del'
    | 'diff'
    | 'sms'
    | 'unm'
    | 'prof'
    | 'inv'
    | 'till'
    | 'disp'
    | 'shift'
    | 'cash'
    | 'move'
    | 'net'
    | 'park'
    | 'prod'
    | 'var',
  uuid: string,
): string => `${kind}_${uuid.replaceAll('-', '')}`
