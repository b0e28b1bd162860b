// Binding this browser to a till: by the QR code that the console shows, or by typing its code.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trouble } from '../kit/api.ts'
import { Front } from '../kit/front.tsx'
import { useReachable } from '../kit/link.ts'
import { Loading } from '../kit/page.tsx'
import { pairTill } from '../kit/till.ts'
import { useTroubleText } from '../kit/trouble.ts'
import { typedCode } from './pair.model.ts'

/** Why a code was not taken, in words that say what to do. */
function usePairText(): (trouble: Trouble) => string {
  const { t } = useTranslation('till')
  const troubleText = useTroubleText()
  return trouble =>
    trouble.kind === 'refused' && [400, 403, 404].includes(trouble.status) ? t('pair_refused') : troubleText(trouble)
}

interface PairingProps {
  readonly code: string
  /** Paired, or given up. */
  readonly onDone: () => void
}

/** Pairs with the code of the scanned address: nothing to tap. */
export function Pairing({ code, onDone }: PairingProps) {
  const { t } = useTranslation('till')
  const pairText = usePairText()
  const reachable = useReachable()
  const [trouble, setTrouble] = useState<Trouble>()
  const asking = useRef(false)

  const pair = async () => {
    if (asking.current) return
    asking.current = true
    const answer = await pairTill(code)
    asking.current = false
    if (answer.ok) onDone()
    else setTrouble(answer.trouble)
  }
  const latest = useRef(pair)
  latest.current = pair
  // Once at the start, and again by itself when the box is back: a code that never arrived is still good.
  const waits = trouble === undefined || trouble.kind === 'unreachable'
  useEffect(() => {
    if (reachable && waits) void latest.current()
  }, [reachable, waits])

  if (waits) return <Loading />
  return (
    <Front title={t('pair_failed')} text={pairText(trouble)}>
      <Button size="lg" fullWidth onClick={onDone}>
        {t('pair_on')}
      </Button>
    </Front>
  )
}

/** For a tablet without a camera: the code is typed, or pasted with its whole address. */
export function PairForm() {
  const { t } = useTranslation('till')
  const pairText = usePairText()
  const [text, setText] = useState('')
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const code = typedCode(text)
    if (busy || code === '') return
    setBusy(true)
    setTrouble(undefined)
    const answer = await pairTill(code)
    setBusy(false)
    if (!answer.ok) setTrouble(answer.trouble)
  }
  return (
    <form className="form" onSubmit={submit}>
      <ol className="pair-steps">
        <li>{t('pair_step_console')}</li>
        <li>{t('pair_step_scan')}</li>
        <li>{t('pair_step_code')}</li>
      </ol>
      <TextInput
        name="code"
        label={t('pair_code')}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        size="lg"
        data-testid="pair-code"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <p className="form-trouble" role="alert">
        {trouble && pairText(trouble)}
      </p>
      <Button type="submit" size="lg" fullWidth loading={busy} data-testid="pair">
        {t('pair')}
      </Button>
    </form>
  )
}
