// What browsers of the floor lack (docs/browsers.md), for the pages' code and its libraries. Imported before anything else
// that a page runs.

function define(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

/** An index as `at` counts it: from the end below zero. */
function placeOf(index: number, length: number): number {
  const whole = Math.trunc(index) || 0
  return whole < 0 ? length + whole : whole
}

function at(this: ArrayLike<unknown>, index: number) {
  return this[placeOf(index, this.length)]
}

function findLastIndex(this: unknown[], fits: (value: unknown, index: number, all: unknown[]) => unknown) {
  for (let index = this.length - 1; index >= 0; index--) if (fits(this[index], index, this)) return index
  return -1
}

for (const list of [Array, String, Object.getPrototypeOf(Uint8Array)]) define(list.prototype, 'at', at)
define(Array.prototype, 'findLastIndex', findLastIndex)
define(Array.prototype, 'findLast', function (this: unknown[], fits: Parameters<typeof findLastIndex>[0]) {
  return this[findLastIndex.call(this, fits)]
})
define(Array.prototype, 'toReversed', function (this: unknown[]) {
  return [...this].reverse()
})
define(Array.prototype, 'toSorted', function (this: unknown[], compare?: (a: unknown, b: unknown) => number) {
  return [...this].sort(compare)
})
define(Array.prototype, 'toSpliced', function (this: unknown[], ...change: [number, number, ...unknown[]]) {
  const copy = [...this]
  copy.splice(...change)
  return copy
})
define(Array.prototype, 'with', function (this: unknown[], index: number, value: unknown) {
  const copy = [...this]
  copy[placeOf(index, this.length)] = value
  return copy
})
define(Object, 'hasOwn', (value: object, name: PropertyKey) => Object.hasOwn(value, name))
define(URL, 'canParse', (text: string, base?: string) => parsed(text, base) !== null)
define(URL, 'parse', (text: string, base?: string) => parsed(text, base))
define(AbortSignal, 'timeout', (ms: number) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('the time is over', 'TimeoutError')), ms)
  return controller.signal
})
define(AbortSignal.prototype, 'throwIfAborted', function (this: AbortSignal) {
  if (this.aborted) throw this.reason ?? new DOMException('aborted', 'AbortError')
})

// Forms add the zone that is set.
define(Intl, 'supportedValuesOf', () => ['Africa/Dar_es_Salaam'])

function parsed(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
