// Labels for the shelf: name, price and barcode, any number of them, printed by the browser. They are drawn
// outside the page's root, so that the paper shows nothing else.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { readWholeNumber } from '../../../src/domain/shillings.ts'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { barsOf } from './barcode-bars.model.ts'
import { type Label, labelsOf } from './label.model.ts'
import type { Product } from './product.model.ts'

const labelsMax = 200

export function ProductLabels({ product }: { readonly product: Product }) {
  const { t } = useTranslation('products')
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('12')
  const number = readWholeNumber(typed) ?? 0
  const isRight = number >= 1 && number <= labelsMax
  const labels = labelsOf(product)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('labels')}
      </Button>
      <Sheet title={t('labels')} open={open} onClose={() => setOpen(false)}>
        <form
          className="print-sheet"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (isRight) window.print()
          }}
        >
          <TextInput
            label={t(labels.length > 1 ? 'labels_each' : 'labels_number')}
            inputMode="numeric"
            error={!isRight && t('labels_wrong', { max: labelsMax })}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <div className="labels-shown">
            {labels.map(label => (
              <LabelCard key={label.name} label={label} />
            ))}
          </div>
          <Button type="submit" fullWidth size="md" data-testid="print">
            {t('labels_print')}
          </Button>
        </form>
      </Sheet>
      {open && isRight && <Paper labels={labels} number={number} />}
    </>
  )
}

const Paper = ({ labels, number }: { readonly labels: readonly Label[]; readonly number: number }) =>
  createPortal(
    <div className="on-paper" aria-hidden="true">
      <div className="labels-paper">
        {labels.flatMap(label =>
          Array.from({ length: number }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the copies of a label are alike
            <LabelCard key={`${label.name} ${at}`} label={label} />
          )),
        )}
      </div>
    </div>,
    document.body,
  )

function LabelCard({ label: { name, price, isPerKilo, code } }: { readonly label: Label }) {
  const { t } = useTranslation('products')
  return (
    <div className="shelf-label">
      <span className="shelf-label-name">{name}</span>
      {price !== null && (
        <strong>{isPerKilo ? t('labels_per_kg', { money: moneyOf(price) }) : moneyOf(price)}</strong>
      )}
      <Bars code={code} />
      {code !== '' && <code>{code}</code>}
    </div>
  )
}

/** The quiet zone on both sides of the bars, in modules. */
const quiet = 10

function Bars({ code }: { readonly code: string }) {
  const bars = code === '' ? undefined : barsOf(code)
  if (!bars) return null
  const dark = [...bars.matchAll(/1+/g)].map(
    ({ index, 0: run }) => `M${index + quiet} 0h${run.length}v40h-${run.length}z`,
  )
  return (
    <svg
      className="shelf-label-bars"
      viewBox={`0 0 ${bars.length + 2 * quiet} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={dark.join('')} />
    </svg>
  )
}
