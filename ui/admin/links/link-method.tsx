// The payment methods of a link: those of its profile, or its own choice.
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type SessionMethod, sessionMethods } from '../../../src/domain/profile.ts'
import { FieldError } from '../parts/field-form.tsx'
import type { DraftProps } from './link-form.model.ts'

interface LinkMethodsProps extends DraftProps {
  /** The methods of the chosen profile. */
  readonly profileMethods: readonly SessionMethod[]
}

/**
 * Chooses the payment methods of a link: those of its profile while the first box is checked, else any of
 * them.
 */
export function LinkMethods({ draft, change, profileMethods }: LinkMethodsProps) {
  const { t } = useTranslation('link-form')
  const names = profileMethods.map(method => t(`method_${method}`)).join(', ')
  return (
    <fieldset className="group-field">
      <legend>{t('methods')}</legend>
      <Checkbox
        label={t('methods_from_branding', { methods: names })}
        checked={draft.methods === undefined}
        onChange={event => change({ methods: event.currentTarget.checked ? undefined : profileMethods })}
      />
      {draft.methods && (
        <div className="inner-choices">
          <MethodBoxes chosen={draft.methods} onChange={methods => change({ methods })} />
        </div>
      )}
      <FieldError name="allowed_methods" label={t('methods')} />
    </fieldset>
  )
}

interface MethodBoxesProps {
  readonly chosen: readonly SessionMethod[]
  readonly onChange: (methods: SessionMethod[]) => void
}

/**
 * Shows a checkbox for each method. `onChange` gets the checked methods in the order in which pages show
 * them.
 */
export function MethodBoxes({ chosen, onChange }: MethodBoxesProps) {
  const { t } = useTranslation('link-form')
  return sessionMethods.map(method => (
    <Checkbox
      key={method}
      name="allowed_methods"
      label={t(`method_${method}`)}
      checked={chosen.includes(method)}
      onChange={event => {
        const { checked } = event.currentTarget
        onChange(
          sessionMethods.filter(sessionMethod =>
            sessionMethod === method ? checked : chosen.includes(sessionMethod),
          ),
        )
      }}
    />
  ))
}
