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

export interface Result {
  readonly key: string
  readonly icon: IconName
  readonly label: ReactNode
  /** The kind of result, in a word. */
  readonly kind: string
  readonly run: () => void
}

/** Returns the pages and actions whose names have the typed words; all of them before anything is typed. */
export function usePlaces(typed: string): readonly Result[] {
  const pages = usePages()
  const actions = useActions()
  return [...pages, ...actions].filter(({ label }) => hasWords(label, typed))
}

type Place = Result & { readonly label: string }

function usePages(): readonly Place[] {
  const { t } = useTranslation(['palette', 'admin'])
  const { role } = useCurrentAccount().account
  const navigate = useNavigate()
  const kind = t('page')
  return navFor(role).flatMap(({ pages }) =>
    pages.flatMap(({ to, name, icon }): Place[] => {
      const label = t(`admin:nav_${name}`)
      const inside = sectionsFor(role, to).filter(section => section.to !== to)
      return [
        { key: to, icon, label, kind, run: () => void navigate({ to }) },
        ...inside.map(section => ({
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

function useActions(): readonly Place[] {
  const { t } = useTranslation(['palette', 'admin', 'kit'])
  const { me, account, choose } = useCurrentAccount()
  const navigate = useNavigate()
  const kind = t('action')
  const place = (key: string, icon: IconName, label: string, run: () => void): Place => ({
    key,
    icon,
    label,
    kind,
    run,
  })
  const others = me.accounts.filter(({ id }) => id !== account.id)
  return [
    ...(roleMay(account.role, 'create_payments')
      ? [place('link', 'plus', t('link_new'), () => void navigate({ to: '/links/new' }))]
      : []),
    ...(roleMay(account.role, 'products')
      ? [place('product', 'plus', t('product_new'), () => void navigate({ to: '/products/new' }))]
      : []),
    ...(roleMay(account.role, 'pay_out')
      ? [place('payout', 'send', t('payout_new'), () => void navigate({ to: '/payouts/new' }))]
      : []),
    place('till', 'tablet', t('admin:open_till'), () => void window.open('/till', '_blank', 'noreferrer')),
    ...others.map(({ id, name, mode }) => {
      const practice = t(mode === 'sandbox' ? 'kit:practice' : 'kit:live')
      return place(id, 'people', t('switch_to', { name: `${name} (${practice})` }), () => choose(id))
    }),
    place('me', 'key', t('admin:my_login'), () => void navigate({ to: '/me' })),
    place('docs', 'book', t('docs'), () => void window.open('/docs', '_blank', 'noreferrer')),
    place('keys', 'question', t('keys'), () => showSheet('keys')),
  ]
}

/** Shorter texts match most payments and items. */
const searchedMin = 3
const foundMax = 5

/**
 * Returns the items that the search of the price list finds. For people who may not edit an item, a result
 * opens the list.
 */
export function useFoundItems(text: string): readonly Result[] {
  const { t } = useTranslation('palette')
  const { role } = useCurrentAccount().account
  const navigate = useNavigate()
  const isEnabled = text.length >= searchedMin && roleMay(role, 'see_costs')
  const query = { q: text, limit: foundMax }
  const answer = useRead(['products', query], header => api.api.v1.products.get({ query, ...header }), {
    enabled: isEnabled,
  })
  // A 304 without a body, which never comes: the palette sends no conditional requests.
  if (!isEnabled || !answer.data || answer.data instanceof Response) return []
  const mayEdit = roleMay(role, 'products')
  return answer.data.data.items.map(
    ({ id, name, category }): Result => ({
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

/** Returns the newest payments that the search of the Payments page finds, then that page itself. */
export function useFoundPayments(text: string): readonly Result[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const isEnabled = text.length >= searchedMin
  const query = { q: text, limit: foundMax }
  const answer = useRead(['sales', query], header => api.api.v1.sales.get({ query, ...header }), {
    enabled: isEnabled,
  })
  if (!isEnabled) return []
  const kind = t('payment')
  const sales = answer.data?.data.items ?? []
  return [
    ...sales.map((sale): Result => {
      const { reference, payment } = sale
      const details = [payment && customerOf(payment), saleNoteOf(sale)].filter(Boolean).join(', ')
      const about = details || saleReferenceOf(sale)
      return {
        key: reference,
        icon: 'coins',
        label: (
          <>
            <strong>
              <Money amount={saleAmountOf(sale)} />
            </strong>{' '}
            {about} · <Timestamp at={saleTimeOf(sale)} />
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
