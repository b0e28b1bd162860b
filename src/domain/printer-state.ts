// The state that a printer reports. Each page ends with a status request, which the printer answers after it
// has printed everything before it. Many printers keep the connection open long after that.

/** The status request, `GS r 1`. The printer answers it in the order of the bytes. */
export const stateRequest = [0x1d, 0x72, 0x01] as const

/** Why a page was not printed: the end of the error message. */
export const noPaper = 'it has no paper'

/** Bits 4 and 7, which are clear in an answer (ESC/POS command reference). */
const answerMask = 0x90
/** Bits 2 and 3, which are set in an answer when the paper has ended. */
const paperEndMask = 0x0c
/** A status that the printer sends unasked: bit 4 of its first byte is set, and bits 0, 1 and 7 are clear. */
const unaskedStatus = { mask: 0x93, bits: 0x10, byteCount: 4 } as const

/**
 * Reads the bytes that a printer has sent, up to its answer to the status request. Skips each status that the
 * printer sends unasked, and other single bytes, such as XON (0x11) and XOFF (0x13).
 * @returns `through` if the page was printed, `no_paper` if the paper has ended, undefined without an answer
 */
export function printerStateOf(received: readonly number[]): 'through' | 'no_paper' | undefined {
  let offset = 0
  for (let byte = received[0]; byte !== undefined; byte = received[offset]) {
    const isUnasked = (byte & unaskedStatus.mask) === unaskedStatus.bits
    const isAnswer = !isUnasked && (byte & answerMask) === 0
    if (isAnswer) return (byte & paperEndMask) === 0 ? 'through' : 'no_paper'
    offset += isUnasked ? unaskedStatus.byteCount : 1
  }
  return undefined
}
