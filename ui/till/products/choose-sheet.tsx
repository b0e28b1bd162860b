// Asks what is still open before a tapped product becomes a line of the sale: the variation and the unit,
// then the weight or the price. If only one of these is open, the sheet begins with it. It does not ask for
// what a label of the shop's scale holds.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quantityMax, weightText } from '../../../src/domain/line-item.ts'
import { fullLineSum, listPriceOf } from '../../../src/domain/price-line.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import type { Item } from '../entry/draft.model.ts'
import { amountSize, type PadKey, pressAmount } from '../parts/amount.model.ts'
import { Keypad, usePadKeys } from '../parts/keypad.tsx'
import {
  type Choice,
  choiceName,
  choicesOf,
  leftOf,
  listPriceIn,
  type Product,
  productName,
  type Scanned,
  sellableOf,
} from './product.model.ts'
import { type Chosen, isComplete, priceWhenAdded, scannedChoice } from './product-item.model.ts'
import { leftText, useLanguage } from './product-tile.tsx'

interface ChooseSheetProps {
  /** The product that was tapped or scanned, with what its label holds; undefined while nothing is asked. */
  readonly unfinished: Scanned | undefined
  /** The items of the sale so far, which count toward the wholesale quantity. */
  readonly items: readonly Item[]
  readonly onChosen: (chosen: Chosen) => void
  readonly onClose: () => void
}

/** Asks in a sheet what is still open about a product. */
export function ChooseSheet({ unfinished, items, onChosen, onClose }: ChooseSheetProps) {
  const language = useLanguage()
  return (
    <Sheet
      title={unfinished ? productName(unfinished.choice.product, language) : ''}
      open={unfinished !== undefined}
      onClose={onClose}
    >
      {unfinished && <Steps unfinished={unfinished} items={items} onChosen={onChosen} onClose={onClose} />}
    </Sheet>
  )
}

interface StepProps extends ChooseSheetProps {
  readonly unfinished: Scanned
}

/** Asks for the variation and unit, if there are several, and then for the weight or price. */
function Steps({ unfinished, items, onChosen, onClose }: StepProps) {
  const { choice } = unfinished
  const choices = choicesOf(choice)
  const [chosen, setChosen] = useState(() => (choices.length === 1 ? choices[0] : undefined))
  if (chosen)
    return (
      <Amount
        unfinished={{ ...unfinished, choice: chosen }}
        items={items}
        onChosen={onChosen}
        onClose={onClose}
      />
    )
  const choose = (next: Choice) => (isComplete(next) ? onChosen({ ...next, quantity: 1 }) : setChosen(next))
  return <Choices product={choice.product} choices={choices} items={items} onChoose={choose} />
}

const leftStyle = { display: 'block', color: 'var(--soft)', fontSize: '0.9rem', fontWeight: 500 } as const

interface ChoicesProps {
  readonly product: Product
  readonly choices: readonly Choice[]
  readonly items: readonly Item[]
  readonly onChoose: (choice: Choice) => void
}

/** Returns a function that names the unit of a choice; empty for a variation, whose name is enough. */
function useUnitText() {
  const { t } = useTranslation('till')
  return ({ product, variation, pack }: Choice): string => {
    if (pack) return t('product_pack_holds', { name: pack.name, count: pack.holds })
    if (variation) return ''
    return product.unit === 'piece' ? t('product_piece') : product.unit
  }
}

/** Lists the variations and units of a product with their prices. */
function Choices({ product, choices, items, onChoose }: ChoicesProps) {
  const { t } = useTranslation('till')
  const unitText = useUnitText()
  return (
    <ul className="choices" aria-label={t('product_choose')}>
      {choices.map((choice, index) => {
        const { variation, pack } = choice
        const { available } = sellableOf(choice)
        const price = priceWhenAdded(items, { ...choice, quantity: 1 })
        const left = pack ? undefined : leftText(t, leftOf(choice), product)
        const priceText = price === null ? t('product_ask') : digitsOf(price)
        return (
          <li key={`${variation?.id} ${pack?.name}`}>
            <button
              type="button"
              className="choice-row"
              data-testid="choice"
              data-autofocus={index === 0 || undefined}
              disabled={!available}
              onClick={() => onChoose(choice)}
            >
              <span className="choice-name">
                {[variation?.name, unitText(choice)].filter(Boolean).join(' · ')}
                {left && (
                  <span className="choice-left" style={leftStyle}>
                    {left}
                  </span>
                )}
              </span>
              <span className="choice-price">{available ? priceText : t('product_sold_out')}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Weights that one tap enters, in grams. */
const usualGrams = [250, 500, 1_000, 2_000]

/** Returns the weight or the price that a label holds, as a text; empty if it holds none. */
const labelText = ({ grams, price }: Scanned): string =>
  (grams && weightText(grams)) || (price && moneyOf(price)) || ''

/**
 * Asks for the weight or the open price. If both are open, it asks for the price per kilogram first, which is
 * enough if a label holds the weight or the price.
 */
function Amount({ unfinished, items, onChosen, onClose }: StepProps) {
  const { t } = useTranslation('till')
  const language = useLanguage()
  const { choice } = unfinished
  const { product, pack } = choice
  const listPrice = listPriceOf(listPriceIn(choice), 0, pack) // for a small quantity
  const [price, setPrice] = useState<number | null>(listPrice)
  const [typed, setTyped] = useState(0) // grams, or whole shillings
  const asksWeight = price !== null && product.sold_by_weight
  /** The price at this weight, which may be the wholesale price. */
  const priceOfKilogram = (quantity: number) => priceWhenAdded(items, { ...choice, quantity }) ?? price ?? 0
  const press = (key: PadKey) =>
    setTyped(before => {
      const next = pressAmount(before, key)
      return asksWeight && next > quantityMax ? before : next
    })
  const typedPrice = listPrice === null && price !== null ? { price } : {}
  const addWeight = (grams: number) => onChosen({ ...choice, ...typedPrice, quantity: grams })
  const submit = () => {
    if (typed === 0) return
    if (asksWeight) return addWeight(typed)
    if (!product.sold_by_weight) return onChosen({ ...choice, price: typed, quantity: 1 })
    const chosen = scannedChoice(unfinished, typed)
    if (chosen) return onChosen(chosen)
    // Unless a label holds the weight, the cashier types it next.
    setPrice(typed)
    setTyped(0)
  }
  usePadKeys({ onKey: press, onEnter: submit, onBack: onClose, isInSheet: true })
  const sum = asksWeight
    ? Number(fullLineSum({ quantity: typed, unit_price: priceOfKilogram(typed), by_weight: true }))
    : typed
  const priceLabel = product.sold_by_weight ? 'product_price_kg' : 'product_price'
  const label = t(asksWeight ? 'product_weight' : priceLabel)
  return (
    <div className="amount-pad">
      {(choice.variation || pack) && <p className="amount-pad-name">{choiceName(choice, language)}</p>}
      <div className="amount" data-size={amountSize(typed)} data-empty={typed === 0 || undefined}>
        <span className="amount-currency">{asksWeight ? 'kg' : 'TZS'}</span>
        <output className="amount-digits" aria-label={label} data-testid="amount-pad">
          {asksWeight ? (typed / 1_000).toFixed(3) : digitsOf(typed)}
        </output>
      </div>
      <p className="amount-pad-sum">
        {asksWeight
          ? `${t('item_each_kg', { money: digitsOf(priceOfKilogram(typed)) })} · ${moneyOf(sum)}`
          : [label, labelText(unfinished)].filter(Boolean).join(' · ')}
      </p>
      {asksWeight && <UsualWeights onChoose={addWeight} />}
      <Keypad onKey={press} />
      <Button size="lg" fullWidth data-testid="amount-pad-add" disabled={typed === 0} onClick={submit}>
        {t('product_add')}
      </Button>
    </div>
  )
}

/** Shows buttons for usual weights. */
function UsualWeights({ onChoose }: { readonly onChoose: (grams: number) => void }) {
  const { t } = useTranslation('till')
  const weightName = (grams: number) => {
    if (grams === 250) return t('product_quarter')
    return grams === 500 ? t('product_half') : `${grams / 1_000} kg`
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out by the browser
    <div className="quick" role="group" aria-label={t('product_weight')}>
      {usualGrams.map(grams => (
        <button key={grams} type="button" className="quick-amount" onClick={() => onChoose(grams)}>
          {weightName(grams)}
        </button>
      ))}
    </div>
  )
}
