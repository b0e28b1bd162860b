// What browsers of the floor lack (docs/browsers.md), for the pages' code and its libraries. Imported before
// anything else that a page runs.

/** Adds a property where the browser does not have it. */
function define(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

define(Array.prototype, 'toReversed', function (this: unknown[]) {
  return [...this].reverse()
})
define(Array.prototype, 'toSorted', function (this: unknown[], compare?: (a: unknown, b: unknown) => number) {
  return [...this].sort(compare)
})
define(URL, 'canParse', (text: string, base?: string) => urlOrNull(text, base) !== null)
define(URL, 'parse', (text: string, base?: string) => urlOrNull(text, base))
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

/** Returns the URL, or null for a text that is none. */
function urlOrNull(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
