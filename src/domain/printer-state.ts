// The state that a printer reports. Each page ends with a status request, which the printer answers after it
// has printed everything before it. Many printers keep the connection open long after that.

/** The status request, `GS r 1`. The printer answers it in the order of the bytes. */
export const stateRequest = [0x1d, 0x72, 0x01] as const

/** Why a page was not printed: the end of the error message. */
export const noPaper = 'it has no paper'

/**
 * Reads the bytes that a printer has sent: `through` once it has answered the status request, `no_paper` when
 * the answer reports that, undefined while there is no answer. Bits as in the ESC/POS command reference: an
 * answer has bits 4 and 7 clear and the end of the paper in bits 2 and 3. A status that the printer sends
 * unasked begins with bit 4 set and bits 0, 1 and 7 clear and is four bytes long. XON and XOFF are single
 * bytes, 0x11 and 0x13.
 */
export function printerStateOf(received: readonly number[]): 'through' | 'no_paper' | undefined {
  let offset = 0
  for (let byte = received[0]; byte !== undefined; byte = received[offset]) {
    const isUnsolicited = (byte & 0x93) === 0x10
    if (!isUnsolicited && (byte & 0x90) === 0) return (byte & 0x0c) === 0 ? 'through' : 'no_paper'
    offset += isUnsolicited ? 4 : 1
  }
  return undefined
}
