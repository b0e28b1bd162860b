// A link to a guide of the documentation, which opens in another tab.
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { type Guide, guides } from './guide.model.ts'
import { guideLink } from './guide.text.ts'
import { Icon } from './icon.tsx'

addTexts('guide', guideLink)

interface GuideLinkProps {
  readonly guide: Guide
  /** What it explains, for screen readers that read the link without the text around it. */
  readonly about: string
}

/** Draws "Read the guide" as a link to a page of the documentation, which exists in English only. */
export function GuideLink({ guide, about }: GuideLinkProps) {
  const { t } = useTranslation('guide')
  return (
    <a
      className="text-link guide-link"
      href={`/docs/${guides[guide]}`}
      hrefLang="en"
      target="_blank"
      rel="noreferrer"
      aria-label={`${t('read')}: ${about}`}
    >
      {t('read')} <Icon name="external" size={14} />
    </a>
  )
}
