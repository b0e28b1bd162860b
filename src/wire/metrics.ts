// The status of the server as text for Prometheus and other readers of its format (version 0.0.4).

/** One gauge. Its name ends in the unit, seconds or bytes, unless its value is a count or a boolean. */
export interface Gauge {
  readonly name: string
  readonly help: string
  /** If undefined, the gauge is left out. */
  readonly value: number | boolean | undefined
  readonly labels?: Readonly<Record<string, string>>
}

const escapeText = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
/** Returns the value of a label, escaped to be written between quotes. */
const escapeLabelValue = (text: string) => escapeText(text).replaceAll('"', '\\"')

/** Returns the labels of a gauge in braces, such as `{queue="webhooks"}`; an empty text if it has none. */
function formatLabels(labels: Gauge['labels']): string {
  if (!labels) return ''
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabelValue(value)}"`)
  return `{${pairs.join(',')}}`
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Returns the text of all gauges: help and type once for each name, then a line for each value.
 * @param gauges those with the same name, which differ in their labels, must follow each other
 */
export function metricsText(gauges: readonly Gauge[]): string {
  let previousName = ''
  const lines = gauges.flatMap(({ name, help, value, labels }) => {
    if (value === undefined) return []
    const head = name === previousName ? [] : [`# HELP ${name} ${escapeText(help)}`, `# TYPE ${name} gauge`]
    previousName = name
    return [...head, `${name}${formatLabels(labels)} ${Number(value)}`]
  })
  return `${lines.join('\n')}\n`
}
