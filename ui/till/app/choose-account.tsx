// Choosing live or practice, and what to do when a live account has no payment network yet.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../kit/card-page.tsx'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import type { Account } from '../../kit/me.ts'
import { canTakePayments } from '../parts/account.model.ts'
import { tillLater } from '../parts/later.text.ts'

addTexts('till', tillLater)

interface ChooseProps {
  readonly accounts: readonly Account[]
  readonly onChoose: (id: string) => void
}

type ChoiceText = 'kit:practice_text' | 'kit:live_text' | 'kit:accepts_none'

/** Returns the text about an account: that it is for practice, or whether it can take live payments. */
function choiceText(account: Account): ChoiceText {
  if (account.mode === 'sandbox') return 'kit:practice_text'
  return canTakePayments(account) ? 'kit:live_text' : 'kit:accepts_none'
}

/** Lets a person choose the account that this till sells for. */
export function ChooseAccount({ accounts, onChoose }: ChooseProps) {
  const { t } = useTranslation(['till', 'kit'])
  return (
    <CardPage title={t('choose_title')}>
      <div className="choose">
        {accounts.map(account => (
          <button
            key={account.id}
            type="button"
            className="choose-card"
            data-practice={account.mode === 'sandbox' || undefined}
            onClick={() => onChoose(account.id)}
          >
            <span className="choose-words">
              <span className="choose-title">
                {t(account.mode === 'live' ? 'choose_live' : 'choose_practice')}
              </span>
              <span className="choose-name">{account.name}</span>
              <span className="choose-text">{t(choiceText(account))}</span>
            </span>
            <Icon name="next" />
          </button>
        ))}
      </div>
    </CardPage>
  )
}

interface NotSetUpProps {
  readonly account: Account
  readonly practice: Account | undefined
  readonly onChoose: (id: string) => void
}

/** Explains that a live account has no payment network yet, and offers practice and the console. */
export function NotSetUp({ account, practice, onChoose }: NotSetUpProps) {
  const { t } = useTranslation('till')
  return (
    <CardPage title={t('not_set_up_title')} text={t('not_set_up_text')}>
      <p className="payments-not-set-up">
        <Icon name="shop" size={20} /> {account.name}
      </p>
      <div className="stack">
        {practice && (
          <div data-practice>
            <Button size="lg" fullWidth onClick={() => onChoose(practice.id)}>
              {t('not_set_up_practice')}
            </Button>
          </div>
        )}
        {/* The console, which connects a network, is closed to cashiers. */}
        {account.role !== 'cashier' && (
          <Button component="a" href="/admin" size="lg" variant="default" fullWidth>
            {t('not_set_up_console')}
          </Button>
        )}
      </div>
    </CardPage>
  )
}
