// The head of a step on the shift page: back, and its title.
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'

interface StepHeadProps {
  readonly title: string
  readonly onBack: () => void
}

/** Shows the button that leads back, and the title of the step. */
export function StepHead({ title, onBack }: StepHeadProps) {
  const { t } = useTranslation('till')
  return (
    <header className="till-head">
      <button type="button" className="head-button" aria-label={t('back')} onClick={onBack}>
        <Icon name="back" />
      </button>
      <h1 className="till-shop">{title}</h1>
    </header>
  )
}
