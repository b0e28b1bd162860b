// How pages name a person: oneself is "You", and one who left has no name any more.
import { useTranslation } from 'react-i18next'
import { useCurrentAccount } from './current-account.tsx'

interface Named {
  readonly id?: string | null
  readonly name: string | null
}

/**
 * @returns the name of a person, or `former` for one who has left; not for reports and files, which others
 * read
 */
export function usePersonName(): (person: Named | null | undefined, former: string) => string {
  const { t } = useTranslation('admin')
  const { me } = useCurrentAccount()
  return (person, former) => (person?.id && person.id === me.staff?.id ? t('you') : person?.name || former)
}
