// Trouble in plain words, with the way to try again.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Trouble } from '../../kit/api.ts'
import { useTroubleText } from '../../kit/api-error.ts'
import { Icon } from '../../kit/icon.tsx'

interface TroubleNoteProps {
  readonly trouble: Trouble | undefined
  readonly again?: () => void
}

/** Nothing while there is no trouble. */
export function TroubleNote({ trouble, again }: TroubleNoteProps) {
  const { t } = useTranslation('admin')
  const troubleText = useTroubleText()
  if (!trouble) return null
  return (
    <div className="trouble-note" role="alert">
      <Icon name="warn" size={20} />
      <p>{troubleText(trouble)}</p>
      {again && (
        <Button variant="default" size="compact-sm" onClick={again}>
          {t('try_again')}
        </Button>
      )}
    </div>
  )
}
