// What every form of the page passes on: the link's meta and the language.
import type { CheckoutView } from './view.ts'

/** Passes the language and the link's `meta` on with a form. */
export const HiddenFields = ({ view }: { view: CheckoutView }) => (
  <>
    <input type="hidden" name="lang" value={view.locale} />
    {view.meta !== null && <input type="hidden" name="meta" value={view.meta} />}
  </>
)

/** Returns the path and query of the page itself, in its language or another one. */
export const pageUrl = (view: Pick<CheckoutView, 'path' | 'locale' | 'meta'>, locale = view.locale): string =>
  `${view.path}?${new URLSearchParams({ lang: locale, ...(view.meta === null ? {} : { meta: view.meta }) })}`
