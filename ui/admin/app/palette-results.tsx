// What the command palette finds: pages and actions of the person's role, items of the price list, and the
// account's payments.
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roleMay } from '../../../src/domain/account.ts'
import { api } from '../../kit/api.ts'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import { navFor, sectionsFor } from '../parts/nav.model.ts'
import { useRead } from '../parts/queries.ts'
import {
  customerOf,
  saleAmountOf,
  saleNoteOf,
  saleReferenceOf,
  saleTimeOf,
} from '../payments/payment.model.ts'
import { showSheet } from './open-sheet.ts'
import { hasWords } from './palette.model.ts'

/** One line of the palette. */
export interface PaletteResult {
  readonly key: string
  readonly icon: IconName
  readonly label: ReactNode
  /** The kind of result, as shown after its label: page, action, item or payment. */
  readonly kind: string
  /** Opens the page, or does what the action names. */
  readonly run: () => void
}

/** Returns the pages and actions whose names contain the typed words. Returns all while nothing is typed. */
export function useCommandResults(typed: string): readonly PaletteResult[] {
  const pages = usePages()
  const actions = useActions()
  return [...pages, ...actions].filter(({ label }) => hasWords(label, typed))
}

/** A page or an action, whose label is plain text that can be searched. */
type Command = PaletteResult & { readonly label: string }

/** Returns the pages of the person’s role, each followed by its sections. */
function usePages(): readonly Command[] {
  const { t } = useTranslation(['palette', 'admin'])
  const { role } = useCurrentAccount().account
  const navigate = useNavigate()
  const kind = t('page')
  return navFor(role).flatMap(({ pages }) =>
    pages.flatMap(({ to, name, icon }): Command[] => {
      const label = t(`admin:nav_${name}`)
      const sections = sectionsFor(role, to).filter(section => section.to !== to)
      return [
        { key: to, icon, label, kind, run: () => void navigate({ to }) },
        ...sections.map(section => ({
          key: section.to,
          icon,
          label: `${label} › ${t(`admin:nav_${section.name}`)}`,
          kind,
          run: () => void navigate({ to: section.to }),
        })),
      ]
    }),
  )
}

/** Returns what the person may do from any page, and the accounts that they can switch to. */
function useActions(): readonly Command[] {
  const { t } = useTranslation(['palette', 'admin', 'kit'])
  const { me, account, choose } = useCurrentAccount()
  const navigate = useNavigate()
  const kind = t('action')
  const command = (key: string, icon: IconName, label: string, run: () => void): Command => ({
    key,
    icon,
    label,
    kind,
    run,
  })
  const others = me.accounts.filter(({ id }) => id !== account.id)
  return [
    ...(roleMay(account.role, 'create_payments')
      ? [command('link', 'plus', t('link_new'), () => void navigate({ to: '/links/new' }))]
      : []),
    ...(roleMay(account.role, 'products')
      ? [command('product', 'plus', t('product_new'), () => void navigate({ to: '/products/new' }))]
      : []),
    ...(roleMay(account.role, 'pay_out')
      ? [command('payout', 'send', t('payout_new'), () => void navigate({ to: '/payouts/new' }))]
      : []),
    command('till', 'tablet', t('admin:open_till'), () => void window.open('/till', '_blank', 'noreferrer')),
    ...others.map(({ id, name, mode }) => {
      const practice = t(mode === 'sandbox' ? 'kit:practice' : 'kit:live')
      return command(id, 'people', t('switch_to', { name: `${name} (${practice})` }), () => choose(id))
    }),
    command('me', 'key', t('admin:my_login'), () => void navigate({ to: '/me' })),
    command('docs', 'book', t('docs'), () => void window.open('/docs', '_blank', 'noreferrer')),
    command('keys', 'question', t('keys'), () => showSheet('keys')),
  ]
}

/** Characters that must be typed before items and payments are searched: fewer match most of them. */
const searchLengthMin = 3
/** How many items, and how many payments, the palette shows. */
const resultsMax = 5

/**
 * Returns the items of the price list that match. Choosing one opens it for people who may edit it, and the
 * list for others. Returns none for people who may not see the price list.
 */
export function useItemResults(text: string): readonly PaletteResult[] {
  const { t } = useTranslation('palette')
  const { role } = useCurrentAccount().account
  const navigate = useNavigate()
  const isEnabled = text.length >= searchLengthMin && roleMay(role, 'see_costs')
  const query = { q: text, limit: resultsMax }
  const answer = useRead(['products', query], header => api.api.v1.products.get({ query, ...header }), {
    enabled: isEnabled,
  })
  // The type includes an empty 304 answer, which never comes: the palette sends no conditional requests.
  if (!isEnabled || !answer.data || answer.data instanceof Response) return []
  const mayEdit = roleMay(role, 'products')
  return answer.data.data.items.map(
    ({ id, name, category }): PaletteResult => ({
      key: id,
      icon: 'tag',
      label: category ? `${name} · ${category}` : name,
      kind: t('item'),
      run: () =>
        void (mayEdit
          ? navigate({ to: '/products/$id', params: { id } })
          : navigate({ to: '/products', search: { q: name } })),
    }),
  )
}

/** Returns the newest matching sales, and last a link to all matches on the Payments page. */
export function usePaymentResults(text: string): readonly PaletteResult[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const isEnabled = text.length >= searchLengthMin
  const query = { q: text, limit: resultsMax }
  const answer = useRead(['sales', query], header => api.api.v1.sales.get({ query, ...header }), {
    enabled: isEnabled,
  })
  if (!isEnabled) return []
  const kind = t('payment')
  const sales = answer.data?.data.items ?? []
  return [
    ...sales.map((sale): PaletteResult => {
      const { reference, payment } = sale
      const details = [payment && customerOf(payment), saleNoteOf(sale)].filter(Boolean).join(', ')
      const description = details || saleReferenceOf(sale)
      return {
        key: reference,
        icon: 'coins',
        label: (
          <>
            <strong>
              <Money amount={saleAmountOf(sale)} />
            </strong>{' '}
            {description} · <Timestamp at={saleTimeOf(sale)} />
          </>
        ),
        kind,
        run: () => void navigate({ to: '/payments/$reference', params: { reference } }),
      }
    }),
    {
      key: 'all-payments',
      icon: 'search',
      label: t('all_payments', { text }),
      kind,
      run: () => void navigate({ to: '/payments', search: { q: text } }),
    },
  ]
}
