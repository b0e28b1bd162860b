// The code that checks a webhook's signature, in four languages: the files of docs/verify themselves, which
// are run by tests.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../parts/copy-button.tsx'
import { Card } from '../parts/facts.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { type Snippet, snippets } from './webhook-snippet.ts'

/** Shows the code that checks a webhook's signature, in the chosen language, to copy. */
export function VerifyCard() {
  const { t } = useTranslation('webhooks')
  const [name, setName] = useState<Snippet['name']>('TypeScript')
  const snippet = snippets.find(eachSnippet => eachSnippet.name === name)
  return (
    <Card
      title={t('verify')}
      text={t('verify_text')}
      guide={<GuideLink guide="verify" about={t('verify')} />}
      side={
        <NativeSelect
          aria-label={t('language')}
          value={name}
          onChange={event => setName(event.currentTarget.value as Snippet['name'])}
          data={snippets.map(eachSnippet => eachSnippet.name)}
        />
      }
    >
      {snippet && (
        <div className="http-body">
          <pre data-testid="snippet">{snippet.code}</pre>
          <CopyButton text={snippet.code} label={t('verify_copy')} done={t('verify_copied')} />
        </div>
      )}
    </Card>
  )
}
