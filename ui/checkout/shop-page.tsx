// The shop page as one HTML document: one form with every item. Whatever is pressed submits all that was
// typed, so nothing is lost without scripts. A small script adds buttons and the total.
import { amountMax, amountMin } from '../../src/domain/payment-limit.ts'
import type { OrderNotice } from '../../src/domain/shop-order.ts'
import { moneyOf } from '../kit/money.ts'
import { Header } from './body.tsx'
import { type CheckoutHtml, documentOf, shopLook } from './document.tsx'
import { Icon } from './icon.tsx'
import { type ShopTextKey, shop } from './shop.text.ts'
import { textIn, translateIn } from './translate.ts'
import type { CheckoutView } from './view.ts'

type ShopWords = (word: ShopTextKey, values?: Readonly<Record<string, string | number>>) => string

/** An item of the shop page with what the customer has typed for it. */
export interface ShopItemView {
  /** The name of its field. */
  readonly field: string
  readonly name: string
  readonly variation: string // empty for an item without variations
  readonly price: number // whole shillings
  readonly unit: string // empty for a piece
  readonly wholesale: { readonly from: number; readonly text: string; readonly price: number } | null
  readonly soldByWeight: boolean
  readonly picture: string | null // its path
  readonly typed: string
  readonly problem: 'price' | 'quantity' | null
}

/** What the shop page shows. */
export interface ShopView
  extends Pick<
    CheckoutView,
    'path' | 'locale' | 'merchantName' | 'logo' | 'brandColor' | 'sandbox' | 'meta'
  > {
  /** Why the order is shown again; `again` without such a reason, `closed` without a way to pay. */
  readonly notice: OrderNotice | 'again' | 'closed' | null
  /** The names of ordered items that are no longer sold. */
  readonly gone: readonly string[]
  readonly amountMax: number | null // the account's own
  /** The items with a quantity, and what they cost in whole shillings. */
  readonly chosen: readonly ShopItemView[]
  readonly sum: number
  readonly categories: readonly string[]
  readonly category: string // empty for all
  readonly text: string // what is searched for
  readonly items: readonly ShopItemView[]
  /** Where this page of the list and the next one begin; `next` is null on the last page. */
  readonly from: number
  readonly next: number | null
  /** Random text that only this page has, so that its order is created once. */
  readonly form: string
}

interface PartProps {
  readonly view: ShopView
  readonly t: ShopWords
}

/** More categories than this are folded. */
const shownCategories = 8

/** Renders the whole shop page. */
export function shopHtml(view: ShopView): CheckoutHtml {
  const common = translateIn(view.locale)
  const t = textIn(shop[view.locale])
  return documentOf({
    locale: view.locale,
    look: shopLook(view.brandColor),
    title: `${t(view.notice ?? 'title')} · ${view.merchantName}`,
    name: 'form',
    body: (
      <>
        {view.sandbox && <aside className="sandbox">{common('sandbox')}</aside>}
        <form
          className="page"
          action={view.path}
          noValidate
          autoComplete="off"
          data-less={t('less')}
          data-more={t('more')}
        >
          {/* The first button is the one of the Enter key. */}
          <button type="submit" className="visually-hidden" tabIndex={-1}>
            {t('update')}
          </button>
          <input type="hidden" name="lang" value={view.locale} />
          <input type="hidden" name="category" value={view.category} />
          <Header view={view} t={common} isInForm />
          <Main view={view} t={t} />
        </form>
      </>
    ),
  })
}

/** Shows the chosen items, the categories, the search, the list of items, and the bar with the total. */
function Main({ view, t }: PartProps) {
  const { chosen, items, category, from, next, text } = view
  const isLong = next !== null || from > 0 || text !== ''
  return (
    <main data-state="shop">
      <Notice view={view} t={t} />
      <h1>{t('title')}</h1>
      <p className="hint">{t('text')}</p>
      {chosen.length > 0 && (
        <section aria-labelledby="chosen">
          <h2 id="chosen">{t('chosen')}</h2>
          <Items items={chosen} id="c" t={t} />
          <p className="total" data-total="">
            {t('total')} <b>{moneyOf(view.sum)}</b>
          </p>
          <p className="hint">{t('remove')}</p>
        </section>
      )}
      <Categories view={view} t={t} />
      {isLong && (
        <div className="find">
          <input type="search" name="q" aria-label={t('find')} placeholder={t('find')} defaultValue={text} />
          <button type="submit" className="secondary">
            {t('find_go')}
          </button>
        </div>
      )}
      <section aria-labelledby="items">
        <h2 id="items">{category || t('all')}</h2>
        {items.length > 0 ? <Items items={items} id="i" t={t} /> : <p className="hint">{t('none')}</p>}
      </section>
      {next !== null && (
        <button type="submit" className="secondary" name="from" value={next}>
          {t('next')}
        </button>
      )}
      {from > 0 && (
        <button type="submit" className="tertiary">
          {t('first')}
        </button>
      )}
      <div className="bar">
        <p hidden data-total="">
          {t('total')} <b>{moneyOf(view.sum)}</b>
        </p>
        <button type="submit" className="primary" formMethod="post" name="order" value={view.form}>
          {t('go_on')}
        </button>
      </div>
    </main>
  )
}

/** Explains why the order is shown again. */
function Notice({ view: { notice, gone, amountMax: accountMax }, t }: PartProps) {
  if (notice === null) return null
  const money = moneyOf(notice === 'order_low' ? amountMin : (accountMax ?? amountMax))
  const isUnnamed = notice === 'order_gone' && gone.length === 0
  return (
    <div className="alert" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{t(notice)}</h2>
        <p>{t(isUnnamed ? 'order_gone_unnamed_do' : `${notice}_do`, { names: gone.join(', '), money })}</p>
      </div>
    </div>
  )
}

/** Offers the categories; many of them are folded. */
function Categories({ view: { categories, category }, t }: PartProps) {
  if (categories.length === 0) return null
  const chips = (
    <div className="chips">
      {['', ...categories].map(name => (
        <button
          key={name}
          type="submit"
          name="category"
          value={name}
          {...(name === category ? { 'aria-current': true } : {})}
        >
          {name || t('all')}
        </button>
      ))}
    </div>
  )
  return (
    <nav aria-label={t('categories')}>
      {categories.length > shownCategories ? (
        <details>
          <summary>{t('categories')}</summary>
          {chips}
        </details>
      ) : (
        chips
      )}
    </nav>
  )
}

interface ItemsProps {
  readonly items: readonly ShopItemView[]
  readonly id: string // the beginning of the fields' ids
  readonly t: ShopWords
}

/** Shows a list of items. */
const Items = ({ items, id, t }: ItemsProps) => (
  <ul className="items">
    {items.map((item, index) => (
      <Item key={item.field} item={item} id={`${id}${index}`} t={t} />
    ))}
  </ul>
)

/** Shows an item with its price and the field for its quantity. */
function Item({ item, id, t }: { readonly item: ShopItemView; readonly id: string; readonly t: ShopWords }) {
  const { wholesale, problem, soldByWeight } = item
  const unit = item.unit && ` / ${item.unit}`
  return (
    <li>
      {item.picture && (
        <img src={item.picture} alt="" width="56" height="56" loading="lazy" decoding="async" />
      )}
      <label htmlFor={id}>
        <span className="item-name">
          {item.name}
          {item.variation && <small> {item.variation}</small>}
        </span>
        <span className="item-price">{`${moneyOf(item.price)}${unit}`}</span>
        {wholesale && (
          <span className="item-price">{`${t('from', { count: wholesale.text })} ${moneyOf(wholesale.price)}`}</span>
        )}
      </label>
      <span className="count">
        <input
          id={id}
          name={item.field}
          inputMode={soldByWeight ? 'decimal' : 'numeric'}
          maxLength={6}
          placeholder={soldByWeight ? '0 kg' : '0'}
          defaultValue={item.typed}
          data-price={item.price}
          {...(wholesale ? { 'data-from': wholesale.from, 'data-less': wholesale.price } : {})}
          {...(problem ? { 'aria-describedby': `${id}p` } : {})}
          {...(problem === 'quantity' ? { 'aria-invalid': true } : {})}
        />
      </span>
      {problem && (
        <p className="problem" id={`${id}p`}>
          {t(`problem_${problem}`)}
        </p>
      )}
    </li>
  )
}
