// The head of a keypad step: back, and the amount it is about.
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'

interface EntryHeadProps {
  readonly text: string
  readonly onBack: () => void
}

/** Shows the button that leads back, and the amount that the step is about. */
export function EntryHead({ text, onBack }: EntryHeadProps) {
  const { t } = useTranslation('till')
  return (
    <div className="entry-back">
      <button type="button" className="head-button" aria-label={t('back')} onClick={onBack}>
        <Icon name="back" />
      </button>
      <p className="entry-sum">{text}</p>
    </div>
  )
}
