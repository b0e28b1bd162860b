// Colours of the output: only on a terminal, and not when the person wants none (https://no-color.org).
const codes = { green: 32, yellow: 33, red: 31 } as const

export type Paint = (color: keyof typeof codes, text: string) => string

/**
 * Returns a function that colours text for a terminal.
 * @param isTerminal whether a person reads the output
 */
export function newPaint(
  isTerminal: boolean,
  { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): Paint {
  const isPlain = !isTerminal || Boolean(NO_COLOR) || TERM === 'dumb'
  return (color, text) => (isPlain ? text : `\x1b[${codes[color]}m${text}\x1b[0m`)
}
