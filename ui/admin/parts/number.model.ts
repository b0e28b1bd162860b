// Numbers as people type them.

/**
 * The number in `1,250,000`; undefined when it is none, and with a point, which may mean cents or thousands.
 */
export function numberIn(text: string): number | undefined {
  const digits = text.replace(/[\s,]/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}
