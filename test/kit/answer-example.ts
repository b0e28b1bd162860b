// The examples of answers in the API reference, as test/endpoint/docs.test.ts records them from the server's
// real answers. Values that differ between runs (ids, times, codes, the machine) are compared by their form.
import { join } from 'node:path'

/** By operation and status. */
type Examples = Record<string, Record<string, unknown>>

const path = join(import.meta.dir, '../../src/http/docs/answer-example.json')

/** A longer text is cut. */
const textMax = 1_000

/** Credentials, and values of a build or a machine. */
const blanked: readonly (readonly [RegExp, string])[] = [
  [/\bkn_(live|test)_\w+/g, 'kn_$1_…'],
  [/\bwhsec_[\w+/=-]+/g, 'whsec_…'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ…'],
  [/\/[\w/.-]*\/kaunta-endpoint-\w+/g, '/var/lib/kaunta'],
]

/** Returns an answer as an example shows it: with the first entry of each list. */
function exampleOf(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = blanked.reduce((shown, [pattern, mark]) => shown.replace(pattern, mark), value)
    return text.length > textMax ? `${text.slice(0, 80)}…` : text
  }
  if (Array.isArray(value)) return value.slice(0, 1).map(exampleOf)
  return value instanceof Object
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exampleOf(inner)]))
    : value
}

/** Values in texts that differ between runs. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\b[a-z]+_\w{16,}/g, '<named id>'],
  [/\bacct_\w{8}\b/g, '<account>'],
  [/\bv1,[\w+/]+=*/g, '<signature>'],
  [/\b\w{20,}/g, '<token>'],
  [/\bSIM\w{12}/g, '<network reference>'],
  [/\/p\/\w{8}/g, '<link>'],
  [/\b\d{8}\b/g, '<code>'],
  [/……\w+/g, '<hint>'],
  [/^000201\d.+$/g, '<qr>'],
]
const form = (text: string) =>
  changing.reduce((folded, [pattern, mark]) => folded.replace(pattern, mark), text)
/** Fields whose changing value cannot be recognised. */
const changingFields = ['short_code', 'disk_free', 'port', 'bytes', 'total', 'seconds']
/**
 * Their answers depend on the machine, or begin with the person whose random id is the lowest; the document's
 * schema checks them.
 */
const ofRun = ['getDoctor', 'getSupportFile', 'listStaff']

/** Returns the differences of two examples, as JSON pointers. */
function differences(stored: unknown, fresh: unknown, pointer: string): string[] {
  if (typeof stored === 'string' && typeof fresh === 'string' && form(stored) === form(fresh)) return []
  if (Bun.deepEquals(stored, fresh)) return []
  if (!(stored instanceof Object) || !(fresh instanceof Object))
    return [`${pointer}: ${JSON.stringify(stored)} is really ${JSON.stringify(fresh)}`]
  const names = new Set([...Object.keys(stored), ...Object.keys(fresh)])
  return [...names].flatMap(name => {
    const [before, now] = [Reflect.get(stored, name), Reflect.get(fresh, name)]
    const isKept =
      changingFields.includes(name) && typeof before === typeof now && !(before instanceof Object)
    return isKept ? [] : differences(before, now, `${pointer}/${name}`)
  })
}

/** Collects the first answer of each operation and status. */
export function newExampleRecord() {
  const fresh: Examples = {}
  return {
    add(id: string, { status, json }: { readonly status: number; readonly json: unknown }): void {
      if (json === undefined) return
      fresh[id] ??= {}
      fresh[id][status] ??= exampleOf(json)
    },
    /**
     * Returns where the stored examples differ from the answers. With UPDATE=1 it stores the answers instead.
     * @param isAsked whether this run asks an operation
     */
    async differences(
      documented: readonly (readonly [id: string, status: string])[],
      isAsked: (id: string) => boolean,
    ): Promise<string[]> {
      const stored: Examples = await Bun.file(path).json()
      const next: Examples = {}
      const names = documented.map(one => one.join(' '))
      const wrong = Object.entries(stored)
        .flatMap(([id, answers]) => Object.keys(answers).map(status => `${id} ${status}`))
        .filter(name => !names.includes(name))
      for (const [id, status] of documented) {
        const [before, now] = [stored[id]?.[status], fresh[id]?.[status]]
        const isKept = !isAsked(id) || (ofRun.includes(id) && before !== undefined)
        const found = isKept ? [] : differences(before, now, `${id} ${status}`)
        wrong.push(...found)
        next[id] = { ...next[id], [status]: found.length === 0 ? before : now }
      }
      if (!Bun.env.UPDATE) return wrong
      await Bun.write(path, `${JSON.stringify(next, null, 2)}\n`)
      return []
    },
  }
}
