// The dialog that compares a day with a settlement file of a network.
import { FileInput, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeText } from '../../../src/domain/text-encoding.ts'
import { api, resultOf } from '../../kit/api.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'

interface FileSheetProps {
  readonly date: string
  readonly networks: readonly { readonly network: string; readonly title: string }[]
  /** Called with a sentence about what was matched. */
  readonly onDone: (text: string) => void
  readonly onClose: () => void
}

/** Chooses a network and its CSV file, sends the file as text, and reports how many rows were used. */
export function FileSheet({ date, networks, onDone, onClose }: FileSheetProps) {
  const { t } = useTranslation('reconciliation')
  const [network, setNetwork] = useState(networks[0]?.network ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [wasSubmitted, setSubmitted] = useState(false)
  const matchFile = useAction(async (chosen: File, header) =>
    resultOf(
      api.api.v1.reconciliation.file.post(decodeText(new Uint8Array(await chosen.arrayBuffer())), {
        query: { network, date },
        ...header,
      }),
    ),
  )
  return (
    <ConfirmDialog
      title={t('file_title')}
      open
      onClose={onClose}
      confirm={t('file_confirm')}
      onConfirm={() => {
        setSubmitted(true)
        if (file)
          matchFile.run(file, ({ data }) =>
            onDone(
              [
                t('file_done', { rows: data.rows, other: data.other_days, unreadable: data.unreadable }),
                ...data.unreadable_causes.map(({ cause, rows, first_row }) =>
                  t(`unreadable_${cause}`, { rows, row: first_row }),
                ),
              ].join(' '),
            ),
          )
      }}
      isBusy={matchFile.busy}
      apiError={matchFile.apiError}
    >
      <p>{t('file_text')}</p>
      <NativeSelect
        label={t('file_network')}
        size="md"
        value={network}
        onChange={event => setNetwork(event.currentTarget.value)}
        data={networks.map(({ network: value, title: label }) => ({ value, label }))}
      />
      <FileInput
        label={t('file_choose')}
        size="md"
        accept=".csv,text/csv"
        value={file}
        error={wasSubmitted && !file && t('missing')}
        onChange={setFile}
      />
    </ConfirmDialog>
  )
}
