// The handset's home: my number, what waits for an answer, paying a code, and what was answered.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/icon.tsx'
import { moneyOf } from '../kit/money.ts'
import { AnswerList } from './answer-list.tsx'
import { NumberRow } from './number-row.tsx'
import { type AnsweredPrompt, looksLikeCode, openPrompts, type Prompt } from './phone.model.ts'

interface HomeViewProps {
  readonly number: string
  readonly onNumber: (number: string) => void
  readonly prompts: readonly Prompt[]
  readonly history: readonly AnsweredPrompt[]
  readonly addressCode: string | undefined
  readonly onScan: (code: string) => Promise<'found' | 'none' | 'off' | 'wrong'>
  readonly onTyping: (isTyping: boolean) => void
  readonly onOpen: (prompt: Prompt) => void
}

/** Shows the number, the open requests, the form for a code, and the answers. */
export function HomeView(props: HomeViewProps) {
  const { t } = useTranslation('phone')
  const open = openPrompts(props.prompts)
  return (
    <div className="home-view">
      <NumberRow number={props.number} onNumber={props.onNumber} onTyping={props.onTyping} />
      <section>
        <h2>{t('prompts')}</h2>
        {open.length === 0 ? (
          <div className="history-empty">
            <p>{t('prompts_none')}</p>
            <small>{t('prompts_none_text')}</small>
          </div>
        ) : (
          <ul className="prompts">
            {open.map(prompt => (
              <li key={prompt.id}>
                <button type="button" className="prompt" onClick={() => props.onOpen(prompt)}>
                  <span>
                    <small>{t('prompt_from', { payee: prompt.payee })}</small>
                    <strong>{moneyOf(prompt.amount.value)}</strong>
                  </span>
                  <Icon name="next" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <ScanForm addressCode={props.addressCode} onScan={props.onScan} onTyping={props.onTyping} />
      <section>
        <h2>{t('history')}</h2>
        <AnswerList history={props.history} />
      </section>
    </div>
  )
}

/** The last code from the address that was looked up: each is looked up automatically only once. */
let lookedUpCode: string | undefined

type ScanFormProps = Pick<HomeViewProps, 'addressCode' | 'onScan' | 'onTyping'>

/** Finds a payment by the 8 digits or the text of its QR code. */
function ScanForm({ addressCode, onScan, onTyping }: ScanFormProps) {
  const { t } = useTranslation('phone')
  const [code, setCode] = useState(() => (addressCode === lookedUpCode ? '' : (addressCode ?? '')))
  const [fault, setFault] = useState<'none' | 'off' | 'wrong'>()
  const [isBusy, setBusy] = useState(false)
  const scan = useRef(async (_: string) => {}) // a ref, so that only a new code runs the effect
  scan.current = async text => {
    if (!looksLikeCode(text)) return setFault('wrong')
    setBusy(true)
    const result = await onScan(text.trim())
    setBusy(false)
    if (result === 'found') onTyping(false)
    else setFault(result)
  }
  useEffect(() => {
    if (!addressCode || addressCode === lookedUpCode) return
    lookedUpCode = addressCode
    setCode(addressCode)
    void scan.current(addressCode)
  }, [addressCode])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void scan.current(code)
  }
  return (
    <section>
      <h2>{t('scan')}</h2>
      <form className="scan" onSubmit={submit}>
        <TextInput
          data-testid="code"
          aria-label={t('scan_label')}
          description={t('scan_text')}
          inputMode="numeric"
          autoComplete="off"
          size="md"
          value={code}
          error={fault && t(`scan_${fault}`)}
          onChange={event => {
            setCode(event.currentTarget.value)
            setFault(undefined)
            onTyping(event.currentTarget.value !== '')
          }}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={isBusy}
          data-testid="scan"
          disabled={code.trim() === ''}
        >
          {t('scan_find')}
        </Button>
      </form>
    </section>
  )
}
