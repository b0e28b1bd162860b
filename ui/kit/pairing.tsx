// Binding this browser to a till or to its display: by the QR code that another screen shows, or by typing
// its code.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiError, ApiResult } from './api.ts'
import { useApiErrorText } from './api-error.ts'
import { CardPage } from './card-page.tsx'
import { useReachable } from './connection.ts'
import { Loading } from './page.tsx'
import { isCompleteCode, normalizePairingCode } from './pairing.model.ts'

/** The texts that differ between a till and a display. */
export interface PairingTexts {
  /** How the person gets a code. */
  readonly steps: readonly string[]
  readonly code: string
  readonly pair: string
  readonly failed: string
  readonly refused: string
  readonly on: string
}
interface PairingContext {
  readonly words: PairingTexts
  readonly pair: (code: string) => Promise<ApiResult<unknown>>
}

/**
 * Returns a function that gives the text for a failed pairing: what to do if the code was rejected, else the
 * error.
 */
function usePairingErrorText({ refused }: PairingTexts): (apiError: ApiError) => string {
  const errorText = useApiErrorText()
  return apiError =>
    apiError.kind === 'refused' && [400, 403, 404].includes(apiError.status) ? refused : errorText(apiError)
}

interface PairingPageProps extends PairingContext {
  readonly code: string
  /** Called when the browser is paired, or the person goes on after a failure. */
  readonly onDone: () => void
}

/** Pairs with the code of the scanned address; nothing has to be tapped. */
export function PairingPage({ words, pair: pairWith, code, onDone }: PairingPageProps) {
  const pairingErrorText = usePairingErrorText(words)
  const isReachable = useReachable()
  const [apiError, setApiError] = useState<ApiError>()
  const isBusy = useRef(false)

  const pair = async () => {
    if (isBusy.current) return
    isBusy.current = true
    const answer = await pairWith(code)
    isBusy.current = false
    if (answer.ok) onDone()
    else setApiError(answer.apiError)
  }
  const latestPair = useRef(pair) // a ref, so that a render does not repeat the effect
  latestPair.current = pair
  // Pairs at the start, and again when the server is back: a code that never arrived is still valid.
  const isWaiting = apiError === undefined || apiError.kind === 'unreachable'
  useEffect(() => {
    if (isReachable && isWaiting) void latestPair.current()
  }, [isReachable, isWaiting])

  if (isWaiting) return <Loading />
  return (
    <CardPage title={words.failed} text={pairingErrorText(apiError)}>
      <Button size="lg" fullWidth onClick={onDone}>
        {words.on}
      </Button>
    </CardPage>
  )
}

/** Pairs a device without a camera: the code is typed, or pasted with its whole address. */
export function PairingForm({ words, pair }: PairingContext) {
  const pairingErrorText = usePairingErrorText(words)
  const [text, setText] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const changeText = (newText: string) => {
    setText(newText)
    const code = normalizePairingCode(newText)
    // A complete code is sent without a tap.
    if (isCompleteCode(code) && code !== normalizePairingCode(text)) void send(code)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void send(normalizePairingCode(text))
  }
  async function send(code: string) {
    if (isBusy || code === '') return
    setBusy(true)
    setApiError(undefined)
    const answer = await pair(code)
    setBusy(false)
    if (!answer.ok) setApiError(answer.apiError)
  }
  return (
    <form className="form" onSubmit={submit}>
      <ol className="pair-steps">
        {words.steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <TextInput
        name="code"
        label={words.code}
        autoComplete="off"
        inputMode="numeric"
        placeholder="0000 0000"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        size="lg"
        data-testid="pair-code"
        value={text}
        onChange={event => changeText(event.currentTarget.value)}
      />
      <p className="form-error" role="alert">
        {apiError && pairingErrorText(apiError)}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isBusy} data-testid="pair">
        {words.pair}
      </Button>
    </form>
  )
}
