// The logo of a profile: chosen from the device, made small here, so that a camera's picture can be sent, and
// shown before it is saved.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logoPath } from '../links/checkout-preview.model.ts'
import { FileInput, pictureTypes } from '../parts/file-input.tsx'
import { Icon } from '../parts/icon.tsx'
import type { LogoDraft } from './profile.model.ts'

/** The longest side of the picture that is sent. The server scales it to 192 pixels at most. */
const sidePx = 512

/**
 * Returns the picture in a file as a PNG, at most 512 pixels wide and high; undefined when it is no picture.
 */
async function smallPicture(file: Blob): Promise<Blob | undefined> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, sidePx / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return await new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/png'))
  } catch {
    return undefined // the field shows the error
  }
}

interface ProfileLogoProps {
  readonly logo: LogoDraft
  /** The address of the stored picture; empty when there is none. */
  readonly saved: string
  readonly onChange: (logo: LogoDraft) => void
}

/** Draws the field that chooses, replaces or removes the logo, with the logo as it will be saved. */
export function ProfileLogo({ logo, saved, onChange }: ProfileLogoProps) {
  const { t } = useTranslation('profiles')
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const url = logo.kind === 'picked' ? logo.url : undefined
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const path = url ?? (logo.kind === 'kept' ? logoPath(saved) : null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const picture = await smallPicture(file)
    setUnreadable(!picture)
    if (picture) onChange({ kind: 'picked', picture, url: URL.createObjectURL(picture) })
  }
  return (
    <fieldset className="group-field">
      <legend>{t('logo')}</legend>
      <div className="logo-field">
        <span className="logo-now">
          {path ? (
            <img src={path} alt={t('logo_alt')} width="64" height="64" />
          ) : (
            <Icon name="shop" size={28} />
          )}
        </span>
        <div className="logo-actions">
          <Button variant="default" onClick={() => input.current?.click()}>
            {t(path ? 'logo_change' : 'logo_choose')}
          </Button>
          {path && (
            <Button variant="default" onClick={() => onChange({ kind: 'none' })}>
              {t('logo_remove')}
            </Button>
          )}
        </div>
      </div>
      <FileInput input={input} label={t('logo_choose')} accept={pictureTypes} onChoose={choose} />
      <p className={isUnreadable ? 'field-error' : 'form-note'} role={isUnreadable ? 'alert' : undefined}>
        {t(isUnreadable ? 'logo_unreadable' : 'logo_hint')}
      </p>
    </fieldset>
  )
}
