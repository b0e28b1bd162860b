// The forms of our public ids. Lists are ordered by id, because a UUIDv7 begins with its time.

/** Crockford's Base32: no I, L, O and U, which people confuse. */
const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Returns a text that sorts before every id made at a time or later, so that a query can select a range of
 * time by a range of ids: the first 12 digits of a UUIDv7. The caller adds the prefix of ids that have one.
 * @param time milliseconds since 1970; 0 for any time before that
 */
export function lowestIdAt(time: number): string {
  const digits = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** Returns when an id was created, with or without its prefix; milliseconds since 1970. */
export function timeOf(id: string): number {
  const uuid = id.slice(id.indexOf('_') + 1)
  const timeDigits = uuid.replace('-', '').slice(0, 12)
  return Number.parseInt(timeDigits, 16)
}

/** The characters of each half of a reference: the time, and the random part. */
const referencePartLength = 10

/**
 * Makes a reference of 20 characters A–Z 0–9, which every network accepts: ten for the time, so that
 * references are stored in order, and ten random ones (50 bits), so that they cannot be guessed.
 * @param random at least ten random bytes
 */
export function networkReference(now: number, random: Uint8Array): string {
  let text = ''
  for (let time = now; text.length < referencePartLength; time = Math.floor(time / 32))
    text = base32[time % 32] + text
  for (let index = 0; index < referencePartLength; index++) text += base32[(random[index] ?? 0) & 31]
  return text
}

/** Returns when a reference was created, by the server's clock at that time; milliseconds since 1970. */
export const timeOfReference = (reference: string): number =>
  [...reference.slice(0, referencePartLength)].reduce((time, digit) => time * 32 + base32.indexOf(digit), 0)

/**
 * Makes a text of letters and digits. Bytes from 248, four times 62, are left out, so that each of the 62
 * characters is as likely as the others.
 * @param random returns random bytes; called until the text is complete
 */
export function randomText(length: number, random: (length: number) => Uint8Array): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length))
      if (byte < 248 && text.length < length) text += lettersAndDigits[byte % 62]
  }
  return text
}

/** Makes random digits, with leading zeros. Bytes from 250 are left out, so that all digits are as likely. */
export function randomDigits(length: number, random: (length: number) => Uint8Array): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) if (byte < 250 && text.length < length) text += byte % 10
  }
  return text
}

/** Makes the id of an account, `acct_` and 8 letters and digits (47 bits): short, as most rows contain it. */
export const newAccountId = (random: (length: number) => Uint8Array): string =>
  `acct_${randomText(8, random)}`

/** Returns an id with the prefix of its kind: `evt_` and 32 hex digits. */
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
