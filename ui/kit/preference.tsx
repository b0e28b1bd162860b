// The two choices every page offers: language, and light or dark.
import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Language, setLanguage } from './language.ts'
import { SegmentedControl } from './segmented-control.tsx'

const languages: { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'sw', label: 'Kiswahili' },
]

/** Offers the languages. `isBare` shows short names without a label, for page heads. */
export function LanguageSelect({ isBare = false }: { readonly isBare?: boolean }) {
  const { t, i18n } = useTranslation()
  const control = (
    <SegmentedControl
      label={t('language')}
      value={i18n.language === 'sw' ? 'sw' : 'en'}
      onChange={setLanguage}
      choices={isBare ? languages.map(({ value }) => ({ value, label: value.toUpperCase() })) : languages}
      isSmall={isBare}
    />
  )
  if (isBare) return control
  return (
    <div className="choice">
      <span className="choice-label">{t('language')}</span>
      {control}
    </div>
  )
}

/** Offers light, dark, or what the device prefers. */
export function ThemeSelect() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className="choice">
      <span className="choice-label">{t('theme')}</span>
      <SegmentedControl
        label={t('theme')}
        value={colorScheme}
        onChange={setColorScheme}
        choices={[
          { value: 'auto', label: t('theme_auto') },
          { value: 'light', label: t('theme_light') },
          { value: 'dark', label: t('theme_dark') },
        ]}
      />
    </div>
  )
}
