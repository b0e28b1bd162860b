// Colours of what is printed: on a terminal only, and not where the person wants none (https://no-color.org).
const codes = { green: 32, yellow: 33, red: 31 } as const

export type Paint = (color: keyof typeof codes, text: string) => string

/** @param isTerminal the output is read by a person */
export function newPaint(
  isTerminal: boolean,
  { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): Paint {
  const isPlain = !isTerminal || Boolean(NO_COLOR) || TERM === 'dumb'
  return (color, text) => (isPlain ? text : `\x1b[${codes[color]}m${text}\x1b[0m`)
}
