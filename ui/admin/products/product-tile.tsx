// How an item looks on the till: its picture, or else its colour with the first letter of its name.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileInput, pictureTypes } from '../parts/file-input.tsx'
import { TextField } from '../parts/form-field.tsx'
import { CollapsibleCard } from '../parts/form-section.tsx'
import { type DraftProps, type ProductDraft, tileColours } from './product.model.ts'
import { tilePicture } from './product-picture.ts'
import { initialOf } from './product-shown.model.ts'

interface TileProps {
  readonly name: string
  /** Empty: none. */
  readonly colour: string
  /** The address of the picture; undefined when there is none. */
  readonly picture: string | undefined
}

/**
 * Draws the small square of an item: its picture, or the first letter of its name. It is decoration, since
 * the name is next to it.
 */
export function Tile({ name, colour, picture }: TileProps) {
  if (picture) return <img className="tile" src={picture} alt="" loading="lazy" width={32} height={32} />
  return (
    <span
      className="tile"
      aria-hidden="true"
      {...(colour ? { style: { background: colour, color: '#ffffff' } } : {})}
    >
      {initialOf(name)}
    </span>
  )
}

/**
 * Returns the address of the picture that the form shows: the newly chosen one, or the stored one (`saved`,
 * empty for none).
 */
function pictureOf({ picture }: ProductDraft, saved: string): string | undefined {
  if (picture.kind === 'picked') return picture.url
  return picture.kind === 'kept' && saved !== '' ? saved : undefined
}

/**
 * The folded fields for the picture, the colour and the place at the till. `saved` is the address of the
 * stored picture; empty for none.
 */
export function ProductTile({ draft, change, saved }: DraftProps & { readonly saved: string }) {
  const { t } = useTranslation('product-form')
  const { picture } = draft
  const url = picture.kind === 'picked' ? picture.url : undefined
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const shownPicture = pictureOf(draft, saved)
  const filled = [shownPicture, draft.colour, draft.position.trim()].filter(Boolean).length
  return (
    <CollapsibleCard title={t('look')} text={t('look_text')} count={filled}>
      <div className="tile-field">
        <span className="tile-large">
          <Tile name={draft.name} colour={draft.colour} picture={shownPicture} />
        </span>
        <PictureField change={change} hasPicture={shownPicture !== undefined} />
      </div>
      <fieldset className="group-field">
        <legend>{t('colour')}</legend>
        <div className="swatches">
          {tileColours.map((colour, index) => (
            <button
              key={colour}
              type="button"
              className="swatch"
              style={{ background: colour }}
              aria-label={t('colour_use', { number: index + 1 })}
              aria-pressed={draft.colour.toLowerCase() === colour}
              onClick={() => change({ colour: draft.colour === colour ? '' : colour })}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        name="position"
        label={t('position')}
        hint={t('position_text')}
        value={draft.position}
        onChange={position => change({ position })}
      />
    </CollapsibleCard>
  )
}

interface PictureFieldProps extends Pick<DraftProps, 'change'> {
  readonly hasPicture: boolean
}

/** Chooses, replaces or removes the picture. A chosen file is made small in the browser. */
function PictureField({ change, hasPicture }: PictureFieldProps) {
  const { t } = useTranslation('product-form')
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const picture = await tilePicture(file)
    setUnreadable(!picture)
    if (picture) change({ picture: { kind: 'picked', picture, url: URL.createObjectURL(picture) } })
  }
  return (
    <div className="tile-side">
      <div className="logo-actions">
        <Button variant="default" onClick={() => input.current?.click()}>
          {t(hasPicture ? 'picture_change' : 'picture_choose')}
        </Button>
        {hasPicture && (
          <Button variant="default" onClick={() => change({ picture: { kind: 'none' } })}>
            {t('picture_remove')}
          </Button>
        )}
      </div>
      <FileInput input={input} label={t('picture_choose')} accept={pictureTypes} onChoose={choose} />
      <p className={isUnreadable ? 'field-error' : 'form-note'} role={isUnreadable ? 'alert' : undefined}>
        {t(isUnreadable ? 'picture_unreadable' : 'picture_text')}
      </p>
    </div>
  )
}
