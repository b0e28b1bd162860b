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
 * Shows the choice of a link's payment methods. While the first box is checked, the link uses the methods of
 * its profile; otherwise there is a box for each method.
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
 * Shows a checkbox for each method. `onChange` receives all checked methods, in the order in which checkout
 * pages list them.
 */
export function MethodBoxes({ chosen, onChange }: MethodBoxesProps) {
  const { t } = useTranslation('link-form')
  const toggle = (changed: SessionMethod, isOn: boolean) =>
    onChange(sessionMethods.filter(method => (method === changed ? isOn : chosen.includes(method))))
  return sessionMethods.map(method => (
    <Checkbox
      key={method}
      name="allowed_methods"
      label={t(`method_${method}`)}
      checked={chosen.includes(method)}
      onChange={event => toggle(method, event.currentTarget.checked)}
    />
  ))
}
