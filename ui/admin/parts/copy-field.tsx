// A text with a small copy button. Browsers withhold the clipboard on plain http: there it copies from a
// hidden field.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'

/** How long the check mark of a copied text is shown. */
const shownMs = 1_500

/**
 * Copies a text to the clipboard, with a hidden field where the browser withholds the clipboard. Resolves to
 * whether it was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text)
  }
}

/**
 * Selects the text in a hidden field and lets the browser copy the selection. Returns whether it was copied.
 */
function copyFromField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  // Inside an open dialog, since nothing outside of it can be selected.
  const container = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  container.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}

interface CopyProps {
  readonly text: string
  /** What is copied, for those who cannot see it: "the reference". */
  readonly label: string
  /** Shown instead of the text. */
  readonly shown?: string
}

/** Shows a text as code with a small button that copies all of it, also where `shown` is shorter. */
export function CopyField({ text, label, shown = text }: CopyProps) {
  const { t } = useTranslation('admin')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <span className="copy">
      <code>{shown}</code>
      <button
        type="button"
        className="copy-button"
        aria-label={t('copy', { what: label })}
        title={t('copy', { what: label })}
        onClick={() => void copyText(text).then(setCopied)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && t('copied')}
      </span>
    </span>
  )
}
