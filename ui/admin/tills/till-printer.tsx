// The card of a till's receipt printer: where it answers, its paper, whether receipts print automatically,
// and a test page.
import { Button, Checkbox, TextInput } from '@mantine/core'
import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Card } from '../parts/facts.tsx'
import { StateChip } from '../parts/figure.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction } from '../parts/queries.ts'
import type { Till } from '../parts/till.queries.ts'
import {
  isSamePrinter,
  type Printer,
  type PrinterDraft,
  printerDraftOf,
  printerFaultOf,
  printerIn,
} from './printer.model.ts'

/** The card of the printer, with the actions on one that is set up. */
export function PrinterCard({ till: { id, printer } }: { readonly till: Till }) {
  const { t } = useTranslation('tills')
  return (
    <Card
      title={t('printer')}
      text={t('printer_text')}
      guide={<GuideLink guide="printers" about={t('printer')} />}
      side={
        printer ? (
          <StateChip tone="good" icon="check" text={t('printer_on')} />
        ) : (
          <StateChip tone="neutral" icon="ban" text={t('printer_none')} />
        )
      }
    >
      <div className="stack">
        <PrinterForm key={JSON.stringify(printer)} id={id} printer={printer as Printer | null} />
        {printer && <PrinterActions id={id} />}
      </div>
    </Card>
  )
}

/** Holds and saves the printer's form. It is mounted again whenever another printer is stored. */
function PrinterForm({ id, printer }: { readonly id: string; readonly printer: Printer | null }) {
  const { t } = useTranslation('tills')
  const [draft, setDraft] = useState(() => printerDraftOf(printer))
  const [wasSubmitted, setSubmitted] = useState(false)
  // Eden cannot derive the type of the paper's width, whose choices are made by `map`. The server checks it.
  const change = useAction((body: Printer, header) =>
    resultOf(api.api.v1.tills({ id }).printer.put({ ...body, paper: body.paper as never }, header)),
  )
  const fault = wasSubmitted ? printerFaultOf(draft) : undefined
  const fieldErrors = useFieldErrors(change.apiError)
  const changeDraft = (changes: Partial<PrinterDraft>) => {
    setDraft(before => ({ ...before, ...changes }))
    change.reset()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    const faultyField = printerFaultOf(draft)
    if (faultyField)
      return event.currentTarget.querySelector<HTMLInputElement>(`[name=${faultyField}]`)?.focus()
    if (!change.busy) change.run(printerIn(draft))
  }
  return (
    <form className="form" noValidate onSubmit={submit} data-testid="printer-form">
      <PrinterAddress
        draft={draft}
        change={changeDraft}
        errors={{
          host: fault === 'host' ? t('printer_host_wrong') : fieldErrors.host,
          port: fault === 'port' ? t('printer_port_wrong') : fieldErrors.port,
        }}
      />
      <PaperWidth draft={draft} change={changeDraft} />
      <Checkbox
        label={t('printer_auto')}
        description={t('printer_auto_hint')}
        checked={draft.auto}
        onChange={event => changeDraft({ auto: event.currentTarget.checked })}
      />
      {!fieldErrors.host && !fieldErrors.port && <ApiErrorNote apiError={change.apiError} />}
      <div className="save-line">
        <Button
          type="submit"
          variant={printer ? 'default' : 'filled'}
          loading={change.busy}
          disabled={printer !== null && isSamePrinter(draft, printerDraftOf(printer))}
          data-testid="save-printer"
        >
          {t('printer_save')}
        </Button>
        {printer && <span className="muted-text printer-later">{t('printer_saved')}</span>}
      </div>
    </form>
  )
}

interface PrinterFieldProps {
  readonly draft: PrinterDraft
  readonly change: (changes: Partial<PrinterDraft>) => void
}
interface PrinterAddressProps extends PrinterFieldProps {
  readonly errors: { readonly host: string | undefined; readonly port: string | undefined }
}

/** The fields for host and port. */
function PrinterAddress({ draft, change, errors }: PrinterAddressProps) {
  const { t } = useTranslation('tills')
  return (
    <div className="printer-place">
      <TextInput
        name="host"
        label={t('printer_host')}
        description={t('printer_host_hint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="192.168.1.50"
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        value={draft.host}
        error={errors.host}
        onChange={event => change({ host: event.currentTarget.value })}
      />
      <TextInput
        name="port"
        label={t('printer_port')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={draft.port}
        error={errors.port}
        onChange={event => change({ port: event.currentTarget.value })}
      />
    </div>
  )
}

/** The choice between 80 mm and 58 mm paper. */
function PaperWidth({ draft, change }: PrinterFieldProps) {
  const { t } = useTranslation('tills')
  return (
    <div className="printer-paper">
      <span aria-hidden="true">{t('printer_paper')}</span>
      <SegmentedControl
        label={t('printer_paper')}
        value={String(draft.paper)}
        onChange={value => change({ paper: value === '58' ? 58 : 80 })}
        choices={[
          { value: '80', label: '80 mm' },
          { value: '58', label: '58 mm' },
        ]}
      />
    </div>
  )
}

/** Prints a test page, or removes the printer after a question. */
function PrinterActions({ id }: { readonly id: string }) {
  const { t } = useTranslation('tills')
  const language = i18next.language === 'sw' ? 'sw' : 'en'
  const [wasPrinted, setPrinted] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  // Eden cannot derive the type of the language, so the server checks it.
  const test = useAction((_: undefined, header) =>
    resultOf(api.api.v1.tills({ id }).printer.test.post({ language: language as never }, header)),
  )
  const remove = useAction((_: undefined, header) =>
    resultOf(api.api.v1.tills({ id }).printer.delete(undefined, header)),
  )
  const printTest = () => {
    setPrinted(false)
    test.run(undefined, () => setPrinted(true))
  }
  const askFirst = () => {
    remove.reset()
    setDialogOpen(true)
  }
  return (
    <div className="stack printer-actions">
      <div className="save-line">
        <Button
          variant="default"
          loading={test.busy}
          onClick={printTest}
          leftSection={<Icon name="print" size={18} />}
          data-testid="test-printer"
        >
          {t('printer_test')}
        </Button>
        <Button variant="default" className="danger-outline" onClick={askFirst} data-testid="remove-printer">
          {t('printer_remove')}
        </Button>
        <span className="save-state" role="status">
          {wasPrinted && (
            <>
              <Icon name="check" size={16} /> {t('printer_tested')}
            </>
          )}
        </span>
      </div>
      <ApiErrorNote apiError={test.apiError} />
      <ConfirmDialog
        title={t('printer_remove_title')}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        confirm={t('printer_remove')}
        isDanger
        onConfirm={() => remove.run(undefined, () => setDialogOpen(false))}
        isBusy={remove.busy}
        apiError={remove.apiError}
      >
        <p>{t('printer_remove_text')}</p>
      </ConfirmDialog>
    </div>
  )
}
