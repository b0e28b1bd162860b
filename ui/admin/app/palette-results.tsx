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

/** Returns the pages and actions whose names match the typed words; all while nothing is typed. */
export function useCommandResults(typed: string): readonly PaletteResult[] {
  const pages = usePages()
  const actions = useActions()
  return [...pages, ...actions].filter(({ label }) => hasWords(label, typed))
}

/** A page or an action, whose label is plain text that can be searched. */
type Command = PaletteResult & { readonly label: string }

/**
 * Returns a command for each page that the person’s role may open, each followed by the commands of its
 * sections, such as `Payments › Refunds`. The first section is the page itself, so it has no command.
 */
function usePages(): readonly Command[] {
  const { t } = useTranslation(['palette', 'admin'])
  const { role } = useCurrentAccount().account
  const navigate = useNavigate()
  const kind = t('page')
  const allPages = navFor(role).flatMap(({ pages }) => pages)
  return allPages.flatMap(({ to, name, icon }): Command[] => {
    const label = t(`admin:nav_${name}`)
    const sections = sectionsFor(role, to).filter(section => section.to !== to)
    const sectionCommands = sections.map(section => ({
      key: section.to,
      icon,
      label: `${label} › ${t(`admin:nav_${section.name}`)}`,
      kind,
      run: () => void navigate({ to: section.to }),
    }))
    return [{ key: to, icon, label, kind, run: () => void navigate({ to }) }, ...sectionCommands]
  })
}

/** Returns the commands that the person may run from any page, also to switch to each of their accounts. */
function useActions(): readonly Command[] {
  const { t } = useTranslation(['palette', 'admin', 'kit'])
  const { me, account, choose } = useCurrentAccount()
  const navigate = useNavigate()
  const kind = t('action')
  const commands: Command[] = []
  const add = (key: string, icon: IconName, label: string, run: () => void) =>
    commands.push({ key, icon, label, kind, run })
  const openTab = (path: string) => void window.open(path, '_blank', 'noreferrer')
  if (roleMay(account.role, 'create_payments'))
    add('link', 'plus', t('link_new'), () => void navigate({ to: '/links/new' }))
  if (roleMay(account.role, 'products'))
    add('product', 'plus', t('product_new'), () => void navigate({ to: '/products/new' }))
  if (roleMay(account.role, 'pay_out'))
    add('payout', 'send', t('payout_new'), () => void navigate({ to: '/payouts/new' }))
  add('till', 'tablet', t('admin:open_till'), () => openTab('/till'))
  for (const { id, name, mode } of me.accounts) {
    if (id === account.id) continue
    const modeName = t(mode === 'sandbox' ? 'kit:practice' : 'kit:live')
    add(id, 'people', t('switch_to', { name: `${name} (${modeName})` }), () => choose(id))
  }
  add('me', 'key', t('admin:my_login'), () => void navigate({ to: '/me' }))
  add('docs', 'book', t('docs'), () => openTab('/docs'))
  add('keys', 'question', t('keys'), () => showSheet('keys'))
  return commands
}

/** Characters that must be typed before items and payments are searched: fewer match most of them. */
const searchLengthMin = 3
/** How many items, and how many payments, the palette shows. */
const resultsMax = 5

/**
 * Returns the items of the price list that match the text, once it has 3 characters. A result opens the page
 * of the item for people who may edit items, and the list of items for others. Returns none for people who
 * may not see the price list (the permission `see_costs`).
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
      run: () => {
        if (mayEdit) void navigate({ to: '/products/$id', params: { id } })
        else void navigate({ to: '/products', search: { q: name } })
      },
    }),
  )
}

/**
 * Returns the newest sales that match the text, once it has 3 characters. The last result opens all matches
 * on the Payments page.
 */
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
      const customer = payment ? customerOf(payment) : ''
      const details = [customer, saleNoteOf(sale)].filter(Boolean).join(', ')
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
