// Keys with their times: which are a scan, and which a person typed.
import { describe, expect, test } from 'bun:test'
import {
  afterEnter,
  afterFieldKey,
  afterKey,
  afterSilence,
  codeInField,
  type FieldKeys,
  noScannerKeys,
  type ScannerKeys,
  type ScannerStep,
  silenceMs,
} from '../../../ui/till/products/scanner.model.ts'

interface Press {
  readonly key: string
  readonly gapMs: number
  readonly isRepeat?: boolean
}
/** Returns keys at one speed; `⏎` is Enter. */
const at = (gapMs: number, keys: string): Press[] => [...keys].map(key => ({ key, gapMs }))

/**
 * Returns what reaches the till, in order: typed keys, `scan CODE`, and `charge` for an Enter that gets
 * through. Keys that the till takes back are left out.
 */
function heardOf(presses: readonly Press[]): string[] {
  const heard: string[] = []
  let keys: ScannerKeys = noScannerKeys
  let now = 0
  const take = ({ keys: next, typed, code, takenBack = 0 }: ScannerStep) => {
    keys = next
    if (takenBack > 0) heard.splice(-takenBack)
    heard.push(...typed)
    if (code !== undefined) heard.push(`scan ${code}`)
  }
  for (const { key, gapMs, isRepeat } of presses) {
    const silence = silenceMs(keys)
    if (silence !== undefined && gapMs > silence) take(afterSilence(keys))
    now += gapMs
    const step = key === '⏎' ? afterEnter(keys, now) : afterKey(keys, { key, atMs: now }, isRepeat)
    take(step)
    if (!step.isTaken) heard.push(key === '⏎' ? 'charge' : key)
  }
  take(afterSilence(keys))
  return heard
}

const scan = (code: string) => [`scan ${code}`]
const typed = (keys: string) => [...keys].map(key => (key === '⏎' ? 'charge' : key))

describe('a scan is one code and no charge', () => {
  test.each<[string, Press[], string[]]>([
    ['by cable', at(2, '6001067000010⏎'), scan('6001067000010')],
    ['all keys at once', at(0, '6001067000010⏎'), scan('6001067000010')],
    ['by Bluetooth', at(45, '6001067000010⏎'), scan('6001067000010')],
    [
      'with a pause within',
      [...at(30, '600106'), ...at(180, '7'), ...at(30, '000010⏎')],
      scan('6001067000010'),
    ],
    [
      'with a pause after its first key',
      [...at(0, '6'), ...at(80, '0'), ...at(5, '01067000010⏎')],
      scan('6001067000010'),
    ],
    [
      'with a pause after its first three',
      [...at(30, '600'), ...at(199, '1'), ...at(30, '067000010⏎')],
      scan('6001067000010'),
    ],
    [
      'with a pause at its start, without Enter',
      [...at(5, '96'), ...at(90, '3'), ...at(5, '85074')],
      scan('96385074'),
    ],
    [
      'with a pause at its start, after a typed amount',
      [...at(120, '500'), ...at(300, '9'), ...at(80, '6'), ...at(5, '385074⏎')],
      [...typed('500'), ...scan('96385074')],
    ],
    ['a late Enter', [...at(10, '6001067000010'), ...at(190, '⏎')], scan('6001067000010')],
    [
      'an Enter after the code was taken',
      [...at(10, '6001067000010'), ...at(350, '⏎')],
      scan('6001067000010'),
    ],
    ['without Enter', at(10, '96385074'), scan('96385074')],
    ['letters and signs', at(5, 'KNT-7/a⏎'), scan('KNT-7/a')],
    ['a short own code', at(5, 'A123⏎'), scan('A123')],
    [
      'twice',
      [...at(5, '96385074⏎'), ...at(500, '9'), ...at(5, '6385074⏎')],
      [...scan('96385074'), ...scan('96385074')],
    ],
    [
      'after a typed amount',
      [...at(120, '500'), ...at(300, '9'), ...at(5, '6385074⏎')],
      [...typed('500'), ...scan('96385074')],
    ],
  ])('%s', (_, presses, heard) => {
    expect(heardOf(presses)).toEqual(heard)
  })
})

describe('typing is no scan, and its Enter charges', () => {
  test.each<[string, Press[], string[]]>([
    ['at a usual speed', at(180, '12500⏎'), typed('12500⏎')],
    ['on a number pad, fast', at(70, '125000⏎'), typed('125000⏎')],
    ['in pairs', [...at(30, '12'), ...at(90, '5'), ...at(30, '0'), ...at(90, '⏎')], typed('1250⏎')],
    ['two keys at once', [...at(120, '1'), ...at(10, '2'), ...at(120, '00⏎')], typed('1200⏎')],
    ['three keys at once and Enter', at(20, '500⏎'), typed('500⏎')],
    ['four fingers rolled, then Enter', [...at(25, '1234'), ...at(250, '⏎')], typed('1234⏎')],
    [
      'a key held down',
      [...at(100, '50'), ...at(30, '0000').map(press => ({ ...press, isRepeat: true })), ...at(200, '⏎')],
      typed('500000⏎'),
    ],
    ['Enter alone', at(0, '⏎'), typed('⏎')],
    ['Enter long after a scan', [...at(5, '96385074⏎'), ...at(900, '⏎')], [...scan('96385074'), 'charge']],
    [
      'a second Enter after a scan',
      [...at(5, '96385074'), ...at(210, '⏎'), ...at(150, '⏎')],
      [...scan('96385074'), 'charge'],
    ],
    [
      'an amount right after a scan',
      [...at(5, '96385074⏎'), ...at(60, '5000⏎')],
      [...scan('96385074'), ...typed('5000⏎')],
    ],
  ])('%s', (_, presses, heard) => {
    expect(heardOf(presses)).toEqual(heard)
  })
})

/** Returns what Enter finds in a text field: its text, and the code that was scanned into it. */
function fieldAfter(before: string, presses: readonly Press[]) {
  let typed: FieldKeys = { keys: noScannerKeys, textBefore: '' }
  let text = before
  let now = 0
  for (const { key, gapMs, isRepeat } of presses) {
    now += gapMs
    if (key === '⏎') {
      const code = codeInField(typed, now)
      return { text: code === undefined ? text : typed.textBefore, code }
    }
    typed = afterFieldKey(typed, { key, atMs: now }, text, isRepeat)
    text += key
  }
}

describe('in a text field a scan leaves the text as it was', () => {
  test.each<[string, string, Press[], string, string]>([
    ['a short code behind a quantity', '1', at(2, '12345⏎'), '1', '12345'],
    ['all keys at once', '', at(0, '96385074⏎'), '', '96385074'],
    ['by Bluetooth, with a pause', '', [...at(45, '9638'), ...at(180, '5074⏎')], '', '96385074'],
    [
      'with a pause after its first key',
      'suk',
      [...at(300, '9'), ...at(80, '6'), ...at(5, '385074⏎')],
      'suk',
      '96385074',
    ],
    ['a late Enter', 'suk', [...at(5, '96385074'), ...at(350, '⏎')], 'suk', '96385074'],
    [
      'behind what a person types',
      '',
      [...at(120, 'suk'), ...at(90, '9'), ...at(5, '6385074⏎')],
      'suk',
      '96385074',
    ],
    [
      'behind another without Enter',
      '',
      [...at(5, '96385074'), ...at(600, '1'), ...at(5, '2345⏎')],
      '96385074',
      '12345',
    ],
  ])('%s', (_, before, presses, text, code) => {
    expect(fieldAfter(before, presses)).toEqual({ text, code })
  })
})

describe('in a text field typing is text, and its Enter a person’s', () => {
  test.each<[string, Press[]]>([
    ['at a usual speed', at(150, 'chai ya maziwa⏎')],
    ['fast', at(60, 'mchele⏎')],
    ['three keys at once and Enter', at(20, '500⏎')],
    ['four fingers rolled, then Enter', [...at(25, '1234'), ...at(250, '⏎')]],
    [
      'a key held down',
      [...at(100, '5'), ...at(30, '0000').map(press => ({ ...press, isRepeat: true })), ...at(40, '⏎')],
    ],
    ['Enter long after a code', [...at(5, '96385074'), ...at(900, '⏎')]],
    ['one more key after a code', [...at(5, '96385074'), ...at(300, '0'), ...at(50, '⏎')]],
    ['Enter alone', at(0, '⏎')],
  ])('%s', (_, presses) => {
    const text = presses
      .map(({ key }) => key)
      .join('')
      .replace('⏎', '')
    expect(fieldAfter('', presses)).toEqual({ text, code: undefined })
  })
})
