// The file for support: made by one button, shown with all that is in it, and then saved.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { Icon } from '../parts/icon.tsx'
import { useFetch } from '../parts/queries.ts'

/** Creates the support file, shows every file in it, and then offers it for download. */
export function SupportCard() {
  const { t } = useTranslation('health')
  const createFile = useFetch((_: undefined, header) => resultOf(api.api.v1.support.get(header)))
  const file = createFile.data?.data
  return (
    <Card
      title={t('support')}
      text={t('support_text')}
      guide={<GuideLink guide="support" about={t('support')} />}
    >
      <div className="support">
        <ApiErrorNote apiError={createFile.apiError} />
        {file && (
          <>
            <p>{t('support_look')}</p>
            <div className="support-files">
              {file.files.map(({ name, text }) => (
                <details key={name}>
                  <summary>{name}</summary>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard, too */}
                  <pre tabIndex={0}>{text || t('support_empty')}</pre>
                </details>
              ))}
            </div>
          </>
        )}
        <div className="support-actions">
          {file && (
            <Button
              component="a"
              href={`data:application/gzip;base64,${file.archive}`}
              download={file.name}
              leftSection={<Icon name="download" size={18} />}
              data-testid="support-save"
            >
              {t('support_save')}
            </Button>
          )}
          <Button
            variant="default"
            loading={createFile.busy}
            onClick={() => createFile.run(undefined)}
            data-testid="support-make"
          >
            {t(file ? 'support_again' : 'support_make')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
