// The bar at the end of the page of labels: how many they are, and the button that prints them.
import { Button } from '@mantine/core'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { labelsMax, receiptLabelsMax } from '../../../src/domain/label.ts'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { digitsOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Icon } from '../parts/icon.tsx'
import { type AccountHeader, useFetch } from '../parts/queries.ts'
import { type LabelPaper, labelCount, labelRequests, type Picks, pagesOf } from './label.model.ts'
import { LabelPrintout } from './label-card.tsx'
import type { ChosenPaper, LabelTill } from './label-options.tsx'
import { copiesOf, type PickedLabel, withoutBars } from './label-preview.tsx'

interface LabelBarProps {
  readonly picks: Picks
  readonly picked: readonly PickedLabel[]
  readonly paper: ChosenPaper
  /** How many labels of the first sheet are used already; undefined if a wrong number was typed. */
  readonly used: number | undefined
  readonly hasLines: boolean
  readonly showsWholesale: boolean
}

/**
 * Shows how many labels and pages there will be, and prints them in the browser or on the till's receipt
 * printer.
 */
export function LabelBar({ picks, picked, paper, used, hasLines, showsWholesale }: LabelBarProps) {
  const { t } = useTranslation('labels')
  const total = labelCount(picks)
  const canPrint = total > 0 && total <= labelsMax && used !== undefined
  const withoutBarsCount = withoutBars(picked, paper)
  const pages = paper.sheet && canPrint ? pagesOf(copiesOf(picked, total), paper.sheet, used) : []
  const summary = [
    t('count', { count: total, number: digitsOf(total) }),
    paper.sheet?.kind === 'sheet' &&
      pages.length > 0 &&
      t('pages', { count: pages.length, number: digitsOf(pages.length) }),
  ]
  return (
    <div className="label-bar">
      {total > labelsMax ? (
        <p className="label-bar-wrong" role="alert">
          {t('too_many', { max: labelsMax, number: digitsOf(total) })}
        </p>
      ) : (
        <p>
          {summary.filter(Boolean).join(' ')}
          {withoutBarsCount > 0 && <em>{t('without_bars', { number: digitsOf(withoutBarsCount) })}</em>}
        </p>
      )}
      {paper.till ? (
        <ReceiptPrinting
          picks={picks}
          till={paper.till}
          showsWholesale={showsWholesale}
          disabled={!canPrint}
        />
      ) : (
        <>
          <Button
            size="md"
            leftSection={<Icon name="print" size={18} />}
            disabled={!canPrint}
            onClick={() => window.print()}
            data-testid="print"
          >
            {t('print')}
          </Button>
          <Printout pages={pages} paper={paper.sheet} hasLines={hasLines} />
        </>
      )}
    </div>
  )
}

interface PrintoutProps {
  readonly pages: ReturnType<typeof pagesOf>
  readonly paper: LabelPaper
  readonly hasLines: boolean
}

/** Draws hundreds of labels only when the browser begins to print. */
function Printout({ pages, paper, hasLines }: PrintoutProps) {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const draw = () => flushSync(() => setDrawn(true))
    window.addEventListener('beforeprint', draw)
    return () => window.removeEventListener('beforeprint', draw)
  }, [])
  return isDrawn && pages.length > 0 && <LabelPrintout pages={pages} paper={paper} hasLines={hasLines} />
}

interface ReceiptPrintingProps {
  readonly picks: Picks
  readonly till: LabelTill
  readonly showsWholesale: boolean
  readonly disabled: boolean
}

/**
 * Prints the labels in several small requests, so that receipts of the till come in between. `printFrom`
 * prints from the label at an index on, `stop` ends after the current request, and `printedCount` is how many
 * labels are printed.
 */
function usePrinting({ picks, till, showsWholesale }: ReceiptPrintingProps) {
  const [printedCount, setPrintedCount] = useState(0)
  const isStopped = useRef(false)
  const send = async (from: number, { headers }: AccountHeader): Promise<ApiResult<number>> => {
    let printed = from
    const options = { wholesale: showsWholesale, language: i18next.language === 'sw' ? 'sw' : 'en' } as const
    for (const labels of labelRequests(picks, from, receiptLabelsMax)) {
      if (isStopped.current) break
      const path = api.api.v1.tills({ id: till.id }).printer.labels
      // Eden cannot derive the type of the language, whose choices are made by `map`.
      const body = { labels, ...options, language: options.language as never }
      const answer = await resultOf(path.post(body, { headers }))
      if (!answer.ok) return answer
      printed += answer.value.data.printed
      setPrintedCount(printed)
    }
    return { ok: true, value: printed }
  }
  const { run, busy, apiError, data } = useFetch(send)
  // Leaving the page stops the printing.
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const stop = () => {
    isStopped.current = true
  }
  const printFrom = (from: number) => {
    isStopped.current = false
    setPrintedCount(from)
    run(from)
  }
  return { printedCount, busy, apiError, hasEnded: data !== undefined, printFrom, stop }
}

/** Draws the button that prints, stops or continues on the receipt printer, and how far it got. */
function ReceiptPrinting(props: ReceiptPrintingProps) {
  const { t } = useTranslation('labels')
  const { printedCount, busy, apiError, hasEnded, printFrom, stop } = usePrinting(props)
  const total = labelCount(props.picks)
  const isPart = printedCount > 0 && printedCount < total
  const endState = hasEnded && printedCount > 0 ? 'printed' : undefined
  const idleState = isPart ? 'stopped' : endState
  const state = busy ? 'printing' : idleState
  return (
    <>
      <span role="status" className="form-done">
        {state && t(state, { done: digitsOf(printedCount), number: digitsOf(total), count: total })}
      </span>
      {!busy && <ApiErrorNote apiError={apiError} />}
      {busy ? (
        <Button size="md" variant="default" onClick={stop} data-testid="stop">
          {t('stop')}
        </Button>
      ) : (
        <Button
          size="md"
          leftSection={<Icon name="print" size={18} />}
          disabled={props.disabled}
          onClick={() => printFrom(isPart ? printedCount : 0)}
          data-testid="print"
        >
          {isPart ? t('go_on', { number: digitsOf(total - printedCount) }) : t('print')}
        </Button>
      )}
    </>
  )
}
