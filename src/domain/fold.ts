// Text in plain ASCII for receipt printers and QR payloads. A letter or sign is written as a typist without
// that key would write it. The caller decides what to do with a letter that has no ASCII form.

/** Signs that are replaced before decomposition, which would turn them into something else. */
const replacedFirst: Readonly<Record<string, string>> = {
  '´': "'",
  '˝': '"',
  '″': '"',
  '‶': '"',
  '‴': "'''",
  '‷': "'''",
  '≠': '!=',
  '≰': '!<=',
  '≱': '!>=',
  '₨': 'Rs',
  '¨': '"',
  '℃': ' deg C',
  '℉': ' deg F',
  '½': ' 1/2',
  '¼': ' 1/4',
  '¾': ' 3/4',
}

/** Single characters after decomposition, as `characters: plain`. */
const groups: Readonly<Record<string, string>> = {
  // Apostrophes of many keyboards and alphabets: Ngʼombe, Qurʾan, Hawaiʻi.
  'ʼʻʽʹʿʾˈꞌ‘’‚‛′‵‹›՚׳ʔ': "'",
  '“”„‟«»ʺ״〝〞': '"',
  '−⁃˗·∙⋅・¬': '-',
  '•‣◦●○▪■∗★☆': '*',
  '×✕✖✗✘': 'x',
  '⁄∕÷': '/',
  '¦ǀ': '|',
  '、،': ',',
  '。': '.',
  '؛': ';',
  '؟¿': '?',
  '¡ǃ': '!',
  ː: ':',
  '٪': '%',
  '≈∼': '~',
  '§': 'S',
  // Letters.
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ß: 'ss',
  ẞ: 'SS',
  þ: 'th',
  Þ: 'Th',
  ŋ: 'ng',
  Ŋ: 'Ng',
  øɔ: 'o',
  ØƆ: 'O',
  łƚ: 'l',
  ŁȽ: 'L',
  đðɗɖ: 'd',
  ĐÐƊƉ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ıɩɨ: 'i',
  ƖƗ: 'I',
  ŧƭʈⱦ: 't',
  ŦƬƮȾ: 'T',
  ɓƀ: 'b',
  ƁɃ: 'B',
  ƙĸ: 'k',
  Ƙ: 'K',
  ƴɏ: 'y',
  ƳɎ: 'Y',
  ɛəǝɇ: 'e',
  ƐƏƎɆ: 'E',
  ɣɠǥ: 'g',
  ƔƓǤ: 'G',
  ɲƞ: 'n',
  ƝȠ: 'N',
  ʋ: 'v',
  Ʋ: 'V',
  ʉʊ: 'u',
  ɄƱ: 'U',
  ƒ: 'f',
  Ƒ: 'F',
  ƈȼ: 'c',
  ƇȻ: 'C',
  ƥ: 'p',
  Ƥ: 'P',
  ɍ: 'r',
  Ɍ: 'R',
  ʃ: 'sh',
  Ʃ: 'Sh',
  ƶʒ: 'z',
  ƵƷ: 'Z',
  ⱥ: 'a',
  Ⱥ: 'A',
  // Signs in sums and measures.
  μ: 'u',
  Ω: 'Ohm',
  '°': ' deg ',
  '±': '+/-',
  '≤': '<=',
  '≥': '>=',
  '→⇒': '->',
  '←⇐': '<-',
  '↔⇔': '<->',
  '√✓✔': 'v',
  '∞': 'inf.',
  '†': '+',
  '‰': ' per mille',
  '‖': '||',
  '©': '(C)',
  '®': '(R)',
  '℗': '(P)',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '¢': 'c',
  '₹': 'INR',
  '₦': 'NGN',
  '₵': 'GHS',
  '₱': 'PHP',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₿': 'BTC',
}

const asciiForms: ReadonlyMap<string, string> = new Map(
  Object.entries(groups).flatMap(([letters, plain]) => [...letters].map(letter => [letter, plain] as const)),
)

/** Marks a letter without ASCII form until it is replaced. */
const withoutForm = '\uFFFD'

/**
 * Returns the ASCII digit for a digit of any script. Each script has its ten digits in a row, so the value is
 * the number of digits directly before.
 */
function digitOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** Returns the ASCII form of a letter after decomposition; `withoutForm` if it has none. */
function asciiFormOf(letter: string): string {
  const form = asciiForms.get(letter)
  if (form !== undefined) return form
  if (/\p{Dash_Punctuation}/u.test(letter)) return '-'
  return /\p{Nd}/u.test(letter) ? digitOf(letter) : withoutForm
}

/**
 * Converts a text to printable ASCII on one line.
 * @param replacement replaces each run of letters without ASCII form
 */
export const fold = (text: string, replacement: '?' | ''): string =>
  text
    .replace(/(\p{Number})(?=[⁰²³¹⁴-⁹])/gu, '$1^') // 10² is not 102
    .replace(/(\p{Number})(?=[⅐-⅞↉])/gu, '$1 ') // 1⅔ is not 12/3
    .replace(/[^ -~]/gu, letter => replacedFirst[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .replace(/[\p{Mark}\p{Format}]+/gu, '') // the accents that decomposition has split off
    .replace(/[^ -~]/gu, asciiFormOf)
    .replace(/\uFFFD[\uFFFD ]*\uFFFD|\uFFFD/g, replacement) // a run of `withoutForm`, with its spaces
    .replace(/ {2,}/g, ' ')
    .trim()
