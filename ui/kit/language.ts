// English and Swahili: which one, remembered, and the typed `t` of every page.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { admin } from '../admin/app/admin.text.ts'
import type { palette } from '../admin/app/palette.text.ts'
import type { audit } from '../admin/audit-log/audit-log.text.ts'
import type { daySummary } from '../admin/home/day-summary.text.ts'
import type { home } from '../admin/home/home.text.ts'
import type { ownerNotice } from '../admin/home/owner-notice.text.ts'
import type { homePeriod } from '../admin/home/period.text.ts'
import type { runningLow } from '../admin/home/running-low.text.ts'
import type { sms } from '../admin/inbox/sms.text.ts'
import type { unknown as unknownTexts } from '../admin/inbox/unknown.text.ts'
import type { keys } from '../admin/keys/keys.text.ts'
import type { linkForm } from '../admin/links/link-form.text.ts'
import type { links } from '../admin/links/links.text.ts'
import type { login } from '../admin/login/login.text.ts'
import type { networks } from '../admin/networks/networks.text.ts'
import type { routing } from '../admin/networks/routing.text.ts'
import type { form } from '../admin/parts/form.text.ts'
import type { guideLink } from '../admin/parts/guide.text.ts'
import type { markSheet } from '../admin/parts/mark.text.ts'
import type { unsaved } from '../admin/parts/unsaved.text.ts'
import type { paymentPage } from '../admin/payments/payment-page.text.ts'
import type { payments } from '../admin/payments/payments.text.ts'
import type { refunds } from '../admin/payments/refund.text.ts'
import type { refundList } from '../admin/payments/refund-list.text.ts'
import type { timeline } from '../admin/payments/timeline.text.ts'
import type { unmatched } from '../admin/payments/unmatched.text.ts'
import type { payouts } from '../admin/payouts/payouts.text.ts'
import type { labels } from '../admin/products/label.text.ts'
import type { productForm } from '../admin/products/product-form.text.ts'
import type { productImport } from '../admin/products/product-import.text.ts'
import type { products } from '../admin/products/products.text.ts'
import type { shopCode } from '../admin/products/shop-code.text.ts'
import type { stock } from '../admin/products/stock.text.ts'
import type { taxRate } from '../admin/products/tax-rate.text.ts'
import type { profiles } from '../admin/profiles/profiles.text.ts'
import type { reconciliation } from '../admin/reconciliation/reconciliation.text.ts'
import type { health } from '../admin/server/health.text.ts'
import type { healthCheck } from '../admin/server/health-check.text.ts'
import type { server } from '../admin/server/server.text.ts'
import type { settings } from '../admin/settings/settings.text.ts'
import type { setup } from '../admin/setup/setup.text.ts'
import type { shifts } from '../admin/shifts/shifts.text.ts'
import type { staff } from '../admin/staff/staff.text.ts'
import type { tills } from '../admin/tills/tills.text.ts'
import type { events } from '../admin/webhooks/events.text.ts'
import type { webhooks } from '../admin/webhooks/webhooks.text.ts'
import type { display } from '../display/display.text.ts'
import type { phone } from '../phone/phone.text.ts'
import type { till } from '../till/app/till.text.ts'
import type { tillParked } from '../till/parked/parked.text.ts'
import type { tillLater } from '../till/parts/later.text.ts'
import type { tillCamera } from '../till/products/camera.text.ts'
import type { tillNewProduct } from '../till/products/new-product.text.ts'
import type { tillProducts } from '../till/products/products.text.ts'
import type { tillRefund } from '../till/refund/refund.text.ts'
import type { tillConfirm } from '../till/sale/confirm.text.ts'
import type { tillReceipt } from '../till/sale/receipt.text.ts'
import type { tillShare } from '../till/sale/share.text.ts'
import type { tillSms } from '../till/sale/sms-choice.text.ts'
import type { allErrors } from './all-errors.text.ts'
import type { codeStep } from './code-step.text.ts'
import { kit } from './kit.text.ts'
import type { refundItems } from './refund-items.text.ts'
import { isString, readStored, storageKey, writeStored } from './storage.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kit'
    keySeparator: false
    resources: {
      kit: typeof kit.en & typeof codeStep.en
      till: typeof till.en &
        typeof tillLater.en &
        typeof tillRefund.en &
        typeof tillParked.en &
        typeof tillProducts.en &
        typeof tillCamera.en &
        typeof tillNewProduct.en &
        typeof tillConfirm.en &
        typeof tillReceipt.en &
        typeof tillShare.en &
        typeof tillSms.en &
        typeof tillShare.en
      'refund-items': typeof refundItems.en
      phone: typeof phone.en
      admin: typeof admin.en & typeof setup.en & typeof unsaved.en
      display: typeof display.en
      audit: typeof audit.en
      login: typeof login.en
      server: typeof server.en
      settings: typeof settings.en
      staff: typeof staff.en
      home: typeof home.en & typeof ownerNotice.en & typeof runningLow.en
      period: typeof homePeriod.en
      summary: typeof daySummary.en
      health: typeof health.en
      'health-check': typeof healthCheck.en
      payments: typeof payments.en & typeof paymentPage.en
      networks: typeof networks.en
      routing: typeof routing.en
      payouts: typeof payouts.en
      sms: typeof sms.en
      unknown: typeof unknownTexts.en
      palette: typeof palette.en
      guide: typeof guideLink.en
      unmatched: typeof unmatched.en
      reconciliation: typeof reconciliation.en
      timeline: typeof timeline.en
      labels: typeof labels.en
      links: typeof links.en
      'link-form': typeof linkForm.en
      form: typeof form.en
      'product-form': typeof productForm.en
      'product-import': typeof productImport.en
      products: typeof products.en
      profiles: typeof profiles.en
      stock: typeof stock.en
      'shop-code': typeof shopCode.en
      'tax-rate': typeof taxRate.en
      mark: typeof markSheet.en
      refunds: typeof refunds.en & typeof refundList.en
      errors: typeof allErrors.en
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

const isLanguage = (value: unknown): value is Language =>
  isString(value) && (value === 'en' || value === 'sw')
const browserLanguage = (): Language => (navigator.language.toLowerCase().startsWith('sw') ? 'sw' : 'en')

/**
 * Starts i18next with a page's texts and the shared ones. The page follows a language that is chosen in
 * another tab of this browser. `name` is the namespace of the texts; their `title` becomes the title of the
 * tab.
 */
export function startLanguage(name: string, texts: Texts): void {
  const language = readStored('language', isLanguage) ?? browserLanguage()
  i18next.on('languageChanged', chosen => {
    document.documentElement.lang = chosen
    document.title = `${texts[chosen === 'sw' ? 'sw' : 'en'].title} · Kaunta`
  })
  window.addEventListener('storage', ({ key }) => {
    const chosen = key === storageKey('language') ? readStored('language', isLanguage) : undefined
    if (chosen) void i18next.changeLanguage(chosen)
  })
  const namespaces = [['kit', kit] as const, [name, texts] as const, ...pendingTexts.splice(0)]
  // A namespace may come in several parts, such as the errors of the console.
  const textsIn = (chosen: Language) => {
    const all: Record<string, Texts[Language]> = {}
    for (const [name, texts] of namespaces) all[name] = { ...all[name], ...texts[chosen] }
    return all
  }
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: textsIn('en'), sw: textsIn('sw') },
    ns: namespaces.map(([name]) => name),
    defaultNS: 'kit',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
}

/** Texts that were added before the language was started. */
const pendingTexts: (readonly [name: string, texts: Texts])[] = []

/**
 * Adds the texts of a part of the page that loads later, to the namespace `name`. Call it at the top of that
 * part's module.
 */
export function addTexts(name: string, texts: Texts): void {
  if (!i18next.isInitialized) return void pendingTexts.push([name, texts])
  const merge = { deep: false, overwrite: false } // the texts of a namespace have one level
  for (const language of ['en', 'sw'] as const)
    i18next.addResourceBundle(language, name, texts[language], merge.deep, merge.overwrite, {
      skipCopy: true,
    })
}

/** Switches the language of the page, and remembers it in this browser. */
export function setLanguage(language: Language): void {
  writeStored('language', language)
  void i18next.changeLanguage(language)
}
