// The paper of labels, and what is printed besides names, prices and bars.
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readWholeNumber } from '../../../src/domain/shillings.ts'
import { isString, readStored, writeStored } from '../../kit/storage.ts'
import { Card } from '../parts/facts.tsx'
import { type Till, useTills } from '../parts/till.queries.ts'
import {
  type LabelPaper,
  labelPapers,
  type PaperName,
  paperNames,
  perPage,
  type ReceiptPaper,
} from './label.model.ts'

/** A till whose receipt printer can print labels. */
export interface LabelTill {
  readonly id: string
  readonly name: string
  readonly width: ReceiptPaper
}

/** What the person chose; the paper is remembered. */
export interface LabelOptions {
  /** The name of a paper, or the id of a till. */
  readonly paper: string
  /** How many labels of the first sheet are used already, as typed. */
  readonly used: string
  readonly hasLines: boolean
  readonly showsWholesale: boolean
}

/** The name under which the browser remembers the paper. */
const storedName = 'label-paper'
/** Returns the options at first, with the paper that was chosen last in this browser. */
export const firstOptions = (): LabelOptions => ({
  paper: readStored(storedName, isString) ?? 'sheet24',
  used: '',
  hasLines: false,
  showsWholesale: false,
})

/** A chosen sheet or roll, or the till that prints. */
export type ChosenPaper =
  | { readonly till: LabelTill; readonly sheet?: undefined }
  | { readonly till?: undefined; readonly sheet: LabelPaper }

const isPaperName = (name: string): name is PaperName => name in labelPapers

/** Returns the chosen till or sheet; the usual sheet if the till has no printer any more. */
export function chosenPaper({ paper }: LabelOptions, tills: readonly LabelTill[]): ChosenPaper {
  const till = tills.find(({ id }) => id === paper)
  return till ? { till } : { sheet: labelPapers[isPaperName(paper) ? paper : 'sheet24'] }
}

/**
 * Returns how many labels of the first sheet are used already, 0 for rolls; undefined if the typed text is
 * not a number that a sheet allows.
 */
export function usedLabels({ used }: LabelOptions, { sheet }: ChosenPaper): number | undefined {
  if (sheet?.kind !== 'sheet' || used.trim() === '') return 0
  const number = readWholeNumber(used)
  return number !== undefined && number < perPage(sheet) ? number : undefined
}

/** Returns the tills in use that have a receipt printer. */
export function useLabelTills(): readonly LabelTill[] {
  const { tills = [] } = useTills()
  return tills.flatMap(({ id, name, printer, ...till }: Till) =>
    printer && till.revoked_at === null ? [{ id, name, width: printer.paper === 58 ? 58 : 80 }] : [],
  )
}

interface LabelOptionCardProps {
  readonly options: LabelOptions
  readonly change: (changes: Partial<LabelOptions>) => void
  readonly tills: readonly LabelTill[]
  readonly hasWholesale: boolean
}

/** Draws the choice of paper and, where they apply, the used labels, cutting lines and wholesale prices. */
export function LabelOptionCard({ options, change, tills, hasWholesale }: LabelOptionCardProps) {
  const { t } = useTranslation('labels')
  const chosen = chosenPaper(options, tills)
  const { sheet } = chosen
  const hasWrongUse = usedLabels(options, chosen) === undefined
  return (
    <Card>
      <div className="form">
        <PaperChoice value={options.paper} tills={tills} onChange={paper => change({ paper })} />
        {sheet?.kind === 'sheet' && (
          <TextInput
            label={t('used')}
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            value={options.used}
            error={hasWrongUse && t('used_wrong', { max: perPage(sheet) - 1 })}
            onChange={event => change({ used: event.currentTarget.value })}
          />
        )}
        <div>
          {sheet?.kind === 'sheet' && (
            <Checkbox
              label={t('lines')}
              checked={options.hasLines}
              onChange={event => change({ hasLines: event.currentTarget.checked })}
            />
          )}
          {hasWholesale && (
            <Checkbox
              label={t('wholesale')}
              checked={options.showsWholesale}
              onChange={event => change({ showsWholesale: event.currentTarget.checked })}
            />
          )}
        </div>
        {tills.length === 0 && (
          <p className="label-hint">
            {t('receipt_none')} <Link to="/tills">{t('receipt_set_up')}</Link>
          </p>
        )}
      </div>
    </Card>
  )
}

interface PaperChoiceProps {
  readonly value: string
  readonly tills: readonly LabelTill[]
  readonly onChange: (paper: string) => void
}

/**
 * Draws the choice of a paper, in groups of sheets, rolls and receipt printers, and remembers it in this
 * browser.
 */
function PaperChoice({ value, tills, onChange }: PaperChoiceProps) {
  const { t } = useTranslation('labels')
  const papers = (kind: LabelPaper['kind']) =>
    paperNames.flatMap(name => {
      const paper = labelPapers[name]
      const size = { number: perPage(paper), ...paper.label }
      return paper.kind === kind
        ? [{ value: name, label: t(kind === 'sheet' ? 'sheet_size' : 'size', size) }]
        : []
    })
  const receipts = tills.map(({ id, name, width }) => ({
    value: id,
    label: t('receipt_size', { till: name, width }),
  }))
  return (
    <NativeSelect
      label={t('paper')}
      description={tills.some(({ id }) => id === value) ? undefined : t('paper_hint')}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      onChange={event => {
        const paper = event.currentTarget.value
        writeStored(storedName, paper)
        onChange(paper)
      }}
      data={[
        { group: t('sheets'), items: papers('sheet') },
        { group: t('rolls'), items: papers('roll') },
        ...(receipts.length > 0 ? [{ group: t('receipts'), items: receipts }] : []),
      ]}
    />
  )
}
