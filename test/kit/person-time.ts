// How long a person takes for a walk through pages, estimated by the keystroke-level model of Card, Moran and
// Newell (1980): the sum of keys, clicks, thoughts and words. It measures no time.
import type { Locator, Page } from 'playwright-core'

/** Seconds for each. A click includes pointing; people read 200 words a minute; a wait is of one second. */
const seconds = { keys: 0.2, clicks: 1.1, thoughts: 1.35, words: 0.3, waits: 1 }
type Effort = Readonly<Record<keyof typeof seconds, number>>
type Step = Partial<Effort> & { readonly name: string }
const kinds = ['keys', 'clicks', 'thoughts', 'words', 'waits'] as const

const secondsOf = (effort: Partial<Effort>): number =>
  kinds.reduce((sum, kind) => sum + (effort[kind] ?? 0) * seconds[kind], 0)
const wordCount = (text: string) => text.split(/\s+/).filter(word => word !== '').length

/** Returns the visible text of the element's part of the page, from the top to its own; in the page. */
const textUpTo = (element: Element): string => {
  const root = element.closest('main, nav, dialog') ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isAfter = element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING
    if (isAfter && !element.contains(node)) break
    const range = document.createRange()
    range.selectNode(node)
    if (range.getBoundingClientRect().width > 1) texts.push(node.textContent ?? '')
  }
  return texts.join(' ')
}
/** Returns whether a click in its middle would hit the element where the page is scrolled to; in the page. */
const isReachable = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Returns the first line of its text, or the name of a field. */
const nameOf = async (target: Locator): Promise<string> =>
  (await target.innerText()).split('\n')[0] || ((await target.getAttribute('name')) ?? '')

export type Walk = ReturnType<typeof newWalk>

/** Begins a walk. A person reads each page down to what they use, and thinks before each click and text. */
export function newWalk(page: Page) {
  const steps: Step[] = []
  /** Counts what happens outside the page. */
  const add = (name: string, effort: Partial<Effort>): void => {
    steps.push({ name, ...effort })
  }
  return {
    add,
    async readTo(target: Locator): Promise<void> {
      const words = wordCount(await target.evaluate(textUpTo))
      add(`read to ${await nameOf(target)}`, { words })
    },
    /** Scrolling to the target counts as one more click. */
    async click(target: Locator): Promise<void> {
      const clicks = (await target.evaluate(isReachable)) ? 1 : 2
      add(`click ${await nameOf(target)}`, { clicks, thoughts: 1 })
      await target.click()
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
      add(`type ${text}`, { keys: text.length, thoughts: 1 })
    },
    async press(key: string): Promise<void> {
      await page.keyboard.press(key)
      add(`press ${key}`, { keys: 1 })
    },
    /** Returns what the walk took. */
    total(): Effort {
      const sum = (kind: keyof Effort) => steps.reduce((total, step) => total + (step[kind] ?? 0), 0)
      return {
        keys: sum('keys'),
        clicks: sum('clicks'),
        thoughts: sum('thoughts'),
        words: sum('words'),
        waits: sum('waits'),
      }
    },
    /** Prints each step with its seconds, and the total. */
    print(title: string): void {
      const row = ({ name, ...effort }: Step) => {
        const parts = kinds.flatMap(kind => (effort[kind] ? [`${effort[kind]} ${kind}`] : []))
        return `${secondsOf(effort).toFixed(1).padStart(6)} s  ${name} (${parts.join(', ')})`
      }
      console.log([title, ...steps.map(row), row({ name: 'in all', ...this.total() })].join('\n'))
    },
  }
}
