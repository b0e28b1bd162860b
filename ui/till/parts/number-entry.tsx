// The customer's number for a push, typed on the keypad; shows the network as soon as it is known.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { providerNames, readPhone } from '../../../src/domain/phone.ts'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { groupNumber, type PadKey, pressNumber } from './amount.model.ts'
import { EntryHead } from './entry-head.tsx'
import { Keypad, keepFocus, usePadKeys } from './keypad.tsx'
import { tillLater } from './later.text.ts'
import { recentNumbers } from './recent-number.ts'
import { useTillDevice } from './till-device.ts'

addTexts('till', tillLater)

interface NumberEntryProps {
  readonly amount: number
  readonly onBack: () => void
  readonly onSend: (phone: string) => void
  /** The number of the last request. */
  readonly lastNumber?: string | undefined
  readonly isBusy?: boolean
  /** Seconds until the next request may be sent; undefined if it may be sent now. */
  readonly waitSeconds?: number | undefined
  /** Called when the digits change. */
  readonly onChange?: () => void
  readonly error?: string | undefined
}

/** Returns how many digits a phone number that begins with these digits has in all. */
function lengthOf(digits: string): number {
  if (digits.startsWith('2550')) return 13 // the country code, and the number with its zero
  if (digits.startsWith('255')) return 12
  return digits.startsWith('0') ? 10 : 9
}

/** Asks for the customer's number, to send a request for an amount in whole shillings to it. */
export function NumberEntry({
  amount,
  onBack,
  onSend,
  lastNumber = '',
  isBusy = false,
  waitSeconds,
  onChange,
  error,
}: NumberEntryProps) {
  const { t } = useTranslation('till')
  const [digits, setDigits] = useState(lastNumber)
  const [showError, setShowError] = useState(false)
  const phone = readPhone(digits)
  const hasAllDigits = digits.length >= lengthOf(digits)

  const changeDigits = (change: (digits: string) => string) => {
    setShowError(false)
    onChange?.()
    setDigits(change)
  }
  const press = (key: PadKey) => changeDigits(before => pressNumber(before, key))
  const mustWait = isBusy || waitSeconds !== undefined
  const send = () => {
    if (!phone) setShowError(true)
    else if (!mustWait) onSend(phone.e164)
  }
  usePadKeys({ onKey: press, onEnter: send, onBack })

  const networkName = phone && (phone.provider ? providerNames[phone.provider] : t('push_unknown_network'))
  const isWrong = !phone && (showError || hasAllDigits)
  return (
    <main className="entry">
      <div className="entry-top">
        <EntryHead text={moneyOf(amount)} onBack={onBack} />
        <h1 className="entry-title">{t('push_title')}</h1>
        <div className="amount amount-number" data-size="medium" data-empty={digits === '' || undefined}>
          <output className="amount-digits" aria-label={`${t('push_title')} ${groupNumber(digits)}`}>
            {digits === '' ? '07' : groupNumber(digits)}
          </output>
        </div>
        <p className="entry-hint" data-error={isWrong || undefined} role="status">
          {networkName ? (
            <span className="network">{networkName}</span>
          ) : (
            t(isWrong ? 'push_wrong' : 'push_hint')
          )}
        </p>
        <p className="entry-error" role="alert">
          {error}
        </p>
        <RecentNumbers digits={digits} onChoose={number => changeDigits(() => number)} />
      </div>
      <div className="entry-pad">
        <Keypad kind="plain" onKey={press} />
        <SendButton isIdle={!phone || mustWait} waitSeconds={waitSeconds} onSend={send} />
      </div>
    </main>
  )
}

interface RecentNumbersProps {
  readonly digits: string
  readonly onChoose: (number: string) => void
}

/** Offers the numbers that paid a request of this cashier before and that contain the typed digits. */
function RecentNumbers({ digits, onChoose }: RecentNumbersProps) {
  const { t } = useTranslation('till')
  const numbers = recentNumbers(useTillDevice(), digits)
  if (numbers.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out by the browser
    <div className="quick quick-numbers" role="group" aria-label={t('push_recent')}>
      {numbers.map(number => (
        <button
          key={number}
          type="button"
          className="quick-amount"
          data-testid="recent-number"
          onMouseDown={keepFocus}
          onClick={() => onChoose(number)}
        >
          {groupNumber(number)}
        </button>
      ))}
    </div>
  )
}

interface SendButtonProps {
  readonly isIdle: boolean
  readonly waitSeconds: number | undefined
  readonly onSend: () => void
}

/** The button that sends the request, with the seconds until it may be sent. */
function SendButton({ isIdle, waitSeconds, onSend }: SendButtonProps) {
  const { t } = useTranslation('till')
  return (
    <div className="entry-actions">
      <button
        type="button"
        className="action action-main"
        data-testid="send"
        data-idle={isIdle || undefined}
        onClick={onSend}
      >
        <Icon name="phone" />
        <span>
          {waitSeconds === undefined ? t('push_send') : t('push_send_in', { seconds: waitSeconds })}
        </span>
      </button>
    </div>
  )
}
