// The rules that every text of the pages keeps, in English and in Swahili.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

type Texts = Readonly<Record<string, string>>
interface Page {
  readonly path: string
  readonly en: Texts
  readonly sw: Texts
}

const ui = join(import.meta.dir, '../../../ui')
const isPage = (value: unknown): value is Omit<Page, 'path'> =>
  typeof value === 'object' && value !== null && 'en' in value && 'sw' in value
const paths = [...new Bun.Glob('**/*.text.ts').scanSync(ui)].sort()
const modules = await Promise.all(
  paths.map(async path => ({ path, exported: (await import(join(ui, path))) as Record<string, unknown> })),
)
const pages: Page[] = modules.flatMap(({ path, exported }) =>
  Object.values(exported)
    .filter(isPage)
    .map(texts => ({ path, ...texts })),
)

const rowsOf = (page: Page) =>
  Object.entries(page.en).map(([key, en]) => ({ key, en, sw: page.sw[key] ?? '' }))
/** Syllables that agree with the subject of a Swahili sentence; English needs none. */
const syllables = ['s', 'ake']
const paramsIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)

/** Texts whose number is never one: another text covers one, or the number is a constant. */
const moreThanOne = [
  'parked_sale_limit_reached',
  'items_more',
  'pin_wrong',
  'waiting_push_again',
  'attempt_status_checked_times',
  'delivery_abandoned',
  'event_body_removed',
  'days',
  'attention_backup_old_one',
]

test('every page has texts here', () => {
  expect(pages.length).toBeGreaterThan(25)
})

test('no text key of the till is defined twice, because the files are merged', () => {
  const texts = pages
    .filter(({ path }) => path.startsWith('till/'))
    .flatMap(({ path, en }) => Object.entries(en).map(([key, text]) => ({ key, text, path })))
  const known = new Map(texts.map(text => [text.key, text.text]))
  expect(texts.filter(({ key, text }) => known.get(key) !== text)).toEqual([])
})

describe.each(pages.map(page => [page.path, page] as const))('%s', (_, page) => {
  const found = (isWrong: (row: ReturnType<typeof rowsOf>[number]) => boolean) =>
    rowsOf(page)
      .filter(isWrong)
      .map(({ key }) => key)

  test('has every text in both languages, and no spaces around it', () => {
    expect(found(({ en, sw }) => [en, sw].some(text => text === '' || text !== text.trim()))).toEqual([])
  })
  test('has one kind of apostrophe', () => {
    expect(found(({ en, sw }) => `${en}${sw}`.includes("'"))).toEqual([])
  })
  test('fills the same values into both', () => {
    expect(
      found(({ en, sw }) =>
        paramsIn(sw).some(name => !paramsIn(en).includes(name) && !syllables.includes(name)),
      ),
    ).toEqual([])
  })
  test('describes what happened in the active voice and the field’s words', () => {
    const stiff = /\b(told|noted|stands|taken back|somebody|nobody|of those that|by itself)\b/i
    expect(found(({ en }) => stiff.test(en))).toEqual([])
    expect(found(({ sw }) => /\b(watengenezaji|mtengeneza|kwa mkono|pesa za simu)\b/i.test(sw))).toEqual([])
  })
  test('asks in Swahili with the verb of the button, not with another mood of it', () => {
    expect(found(({ sw }) => /^U[a-z]+e\b.*\?$/.test(sw))).toEqual([])
    expect(found(({ sw }) => /\b(viasi|za kuamua|bila kuona|hauiulizi)\b/i.test(sw))).toEqual([])
  })
  test('has one Swahili word for what is recorded, automatic, secret, simulated, and for the owner', () => {
    const others = /\b(\w*wekwa kuwa|weka kuwa|yenyewe$|vitambulisho|kiigizaji|mmiliki|wamiliki)\b/i
    expect(found(({ sw }) => others.test(sw))).toEqual([])
  })
  test('has no button with a bare Yes', () => {
    const isYes = (text: string) => /^(yes|ndiyo)\b|^(go on|do it|endelea tu)$/i.test(text)
    expect(found(({ en, sw }) => isYes(en) || isYes(sw))).toEqual([])
  })
  test('counts one thing as one', () => {
    const things =
      /\{\{\w+\}\} (more )?(payments|payouts|sales|webhooks|minutes|hours|days|seconds|rows|attempts|times|tills|people|items|steps)\b/
    const isPlural = ({ key, en }: { key: string; en: string }) => things.test(en) && !key.endsWith('_other')
    expect(found(row => isPlural(row) && !moreThanOne.includes(row.key))).toEqual([])
  })
  test('takes no SMS on the customer’s phone for proof', () => {
    const isProof = (text: string) =>
      /\bsms\b.*\b(proof|uthibitisho)\b/i.test(text) && !/\bnot\b|\bsi\b/i.test(text)
    expect(found(({ en, sw }) => isProof(en) || isProof(sw))).toEqual([])
  })
  test('names Kaunta, and neither a box nor a machine', () => {
    expect(found(({ en, sw }) => /\bbox\b/i.test(en) || /\bmashine\b/i.test(sw))).toEqual([])
  })
})
