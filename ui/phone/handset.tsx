// The handset: it holds the number and the history, lets requests pop up, and shows one view at a time.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { providerNames, readPhone } from '../../src/domain/phone.ts'
import { api, resultOf } from '../kit/api.ts'
import { useServerNow } from '../kit/clock.ts'
import { valueOrThrow } from '../kit/query.ts'
import { isString, readStored, writeStored } from '../kit/storage.ts'
import { shortDateTimeOf } from '../kit/time.ts'
import { isSwitchedOff } from './answer.ts'
import { HomeView } from './home-view.tsx'
import { MessageView } from './message-view.tsx'
import {
  type AnsweredPrompt,
  codeOfFragment,
  historyWith,
  homeView,
  isHistory,
  type PhoneView,
  type Prompt,
  promptToShow,
} from './phone.model.ts'
import { PinView } from './pin-view.tsx'
import { RequestView } from './request-view.tsx'

const firstNumber = '0754 000 001'
const fetchEveryMs = 2_000

/**
 * Shows the phone with its number and its current view. `onSwitchedOff` is called when no account of this
 * server has the phone on.
 */
export function Handset({ onSwitchedOff }: { readonly onSwitchedOff: () => void }) {
  const { t } = useTranslation('phone')
  const [number, setNumber] = useState(() => readStored('phone.number', isString) ?? firstNumber)
  const [history, setHistory] = useState(() => readStored('phone.history', isHistory) ?? [])
  const [view, setView] = useState<PhoneView>(homeView)
  const [isTyping, setTyping] = useState(false)
  const [shownIds, setShownIds] = useState<ReadonlySet<string>>(new Set())
  const phone = readPhone(number)
  const prompts = usePrompts(phone?.e164, onSwitchedOff)

  const newPrompt = promptToShow(view, isTyping, prompts, shownIds)
  useEffect(() => {
    if (!newPrompt) return
    setShownIds(before => new Set(before).add(newPrompt.id))
    setView({ kind: 'request', prompt: newPrompt })
  }, [newPrompt])

  const scan = useScan(prompt => setView({ kind: 'request', prompt }))

  const changeNumber = (next: string) => {
    setNumber(next)
    if (readPhone(next)) writeStored('phone.number', next)
  }
  const recordAnswer = (answered: AnsweredPrompt) => {
    const next = historyWith(history, answered)
    setHistory(next)
    writeStored('phone.history', next)
    setView({ kind: 'message', answered })
  }
  const addressCode = useAddressCode()

  return (
    <section className="handset" aria-label={t('handset')}>
      <StatusBar carrier={phone?.provider ? providerNames[phone.provider] : ''} />
      <div className="screen">
        {view.kind === 'home' && (
          <HomeView
            number={number}
            onNumber={changeNumber}
            prompts={prompts}
            history={history}
            addressCode={addressCode}
            onScan={scan}
            onTyping={setTyping}
            onOpen={prompt => setView({ kind: 'request', prompt })}
          />
        )}
        <PromptView view={view} number={number} onView={setView} onAnswered={recordAnswer} />
      </div>
    </section>
  )
}

interface PromptViewProps {
  readonly view: PhoneView
  readonly number: string
  readonly onView: (view: PhoneView) => void
  readonly onAnswered: (answered: AnsweredPrompt) => void
}

/** Shows a request from its details over the PIN to the message about the answer. */
function PromptView({ view, number, onView, onAnswered }: PromptViewProps) {
  return (
    <>
      {view.kind === 'request' && (
        <RequestView
          prompt={view.prompt}
          number={number}
          onApprove={() => onView({ kind: 'pin', prompt: view.prompt })}
          onAnswered={onAnswered}
          onBack={() => onView(homeView)}
        />
      )}
      {view.kind === 'pin' && (
        <PinView
          prompt={view.prompt}
          number={number}
          onAnswered={onAnswered}
          onBack={() => onView({ kind: 'request', prompt: view.prompt })}
        />
      )}
      {view.kind === 'message' && <MessageView answered={view.answered} onDone={() => onView(homeView)} />}
    </>
  )
}

/** Returns the payment requests that wait on this number, and fetches them every two seconds. */
function usePrompts(phone: string | undefined, onSwitchedOff: () => void) {
  return (
    useQuery({
      queryKey: ['prompts', phone],
      queryFn: async () => {
        const answer = await resultOf(api.api.v1.handset.prompts.get({ query: { phone: phone ?? '' } }))
        if (isSwitchedOff(answer)) onSwitchedOff()
        return (await valueOrThrow(Promise.resolve(answer))).data
      },
      enabled: phone !== undefined,
      refetchInterval: fetchEveryMs,
    }).data ?? []
  )
}

/** `none`: no payment was found; `off`: the phone is switched off; `wrong`: the text is no code. */
type ScanResult = 'found' | 'none' | 'off' | 'wrong'

/** Returns a function that looks up a scanned or typed code, and calls `onFound` with its payment request. */
function useScan(onFound: (prompt: Prompt) => void): (code: string) => Promise<ScanResult> {
  return async code => {
    const answer = await resultOf(api.api.v1.handset.code.get({ query: { code } }))
    if (answer.ok) {
      onFound(answer.value.data)
      return 'found'
    }
    if (isSwitchedOff(answer)) return 'off'
    return answer.apiError.kind === 'refused' && answer.apiError.status === 400 ? 'wrong' : 'none'
  }
}

/** Returns the code in the page's address, also when it changes while the page is open. */
function useAddressCode(): string | undefined {
  const [code, setCode] = useState(() => codeOfFragment(location.hash))
  useEffect(() => {
    const readCode = () => setCode(codeOfFragment(location.hash))
    window.addEventListener('hashchange', readCode)
    return () => window.removeEventListener('hashchange', readCode)
  }, [])
  return code
}

/** Shows the time and the carrier, as phones do. */
function StatusBar({ carrier }: { readonly carrier: string }) {
  const { t } = useTranslation('phone')
  const now = useServerNow(10_000)
  return (
    <div className="status-bar">
      <span>{shortDateTimeOf(new Date(now).toISOString(), 'Africa/Dar_es_Salaam', now)}</span>
      <span>{carrier || t('title')}</span>
    </div>
  )
}
