// English and Swahili: which one, remembered, and the typed `t` of every page.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isText, readStored, storedKey, writeStored } from '../kit/stored.ts'
import type { admin } from './admin.ts'
import type { audit } from './audit.ts'
import type { display } from './display.ts'
import type { events } from './events.ts'
import type { home } from './home.ts'
import type { keys } from './keys.ts'
import { kit } from './kit.ts'
import type { links } from './links.ts'
import type { login } from './login.ts'
import type { payments } from './payments.ts'
import type { payouts } from './payouts.ts'
import type { phone } from './phone.ts'
import type { profiles } from './profiles.ts'
import type { refusals } from './refusals.ts'
import type { sessions } from './sessions.ts'
import type { settings } from './settings.ts'
import type { shifts } from './shifts.ts'
import type { staff } from './staff.ts'
import type { till } from './till.ts'
import type { tills } from './tills.ts'
import type { timeline } from './timeline.ts'
import type { unmatched } from './unmatched.ts'
import type { webhooks } from './webhooks.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kit'
    keySeparator: false
    resources: {
      kit: typeof kit.en
      till: typeof till.en
      phone: typeof phone.en
      admin: typeof admin.en
      display: typeof display.en
      audit: typeof audit.en
      login: typeof login.en
      settings: typeof settings.en
      staff: typeof staff.en
      home: typeof home.en
      payments: typeof payments.en
      payouts: typeof payouts.en
      unmatched: typeof unmatched.en
      timeline: typeof timeline.en
      sessions: typeof sessions.en
      links: typeof links.en
      profiles: typeof profiles.en
      refusals: typeof refusals.en
      keys: typeof keys.en
      tills: typeof tills.en
      shifts: typeof shifts.en
      webhooks: typeof webhooks.en
      events: typeof events.en
    }
  }
}

export type Language = 'en' | 'sw'
type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>

const isLanguage = (value: unknown): value is Language => isText(value) && (value === 'en' || value === 'sw')
const ownLanguage = (): Language => (navigator.language.toLowerCase().startsWith('sw') ? 'sw' : 'en')

/** Starts i18next with a page's words beside the shared ones. A page follows what another tab of this browser chooses. */
export function startLanguage(name: string, texts: Texts): void {
  const language = readStored('language', isLanguage) ?? ownLanguage()
  i18next.on('languageChanged', chosen => {
    document.documentElement.lang = chosen
    document.title = `${texts[chosen === 'sw' ? 'sw' : 'en'].title} · Kaunta`
  })
  window.addEventListener('storage', ({ key }) => {
    const chosen = key === storedKey('language') ? readStored('language', isLanguage) : undefined
    if (chosen) void i18next.changeLanguage(chosen)
  })
  const known = [['kit', kit] as const, [name, texts] as const, ...early.splice(0)]
  const textsIn = (chosen: Language) => Object.fromEntries(known.map(([name, texts]) => [name, texts[chosen]]))
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: textsIn('en'), sw: textsIn('sw') },
    ns: known.map(([name]) => name),
    defaultNS: 'kit',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
}

/** Words of parts that came with the page itself, until it has its language. */
const early: (readonly [name: string, texts: Texts])[] = []

/** Adds the words of a part of the page that loads later: call it where that part begins. */
export function addTexts(name: string, texts: Texts): void {
  if (!i18next.isInitialized) return void early.push([name, texts])
  for (const language of ['en', 'sw'] as const)
    i18next.addResourceBundle(language, name, texts[language], false, false, { skipCopy: true })
}

/** Switches and remembers. */
export function chooseLanguage(language: Language): void {
  writeStored('language', language)
  void i18next.changeLanguage(language)
}
