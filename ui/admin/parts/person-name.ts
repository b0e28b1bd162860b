// How pages name a person: the reader is "You", and a person who has left has no name any more.
import { useTranslation } from 'react-i18next'
import { useCurrentAccount } from './current-account.tsx'

interface Named {
  readonly id?: string | null
  readonly name: string | null
}

/**
 * Returns a function that names a person: "You" for the reader, else their name, or `former` if they have
 * left. Not for reports and files, because others read them: "You" would be wrong there.
 */
export function usePersonName(): (person: Named | null | undefined, former: string) => string {
  const { t } = useTranslation('admin')
  const { me } = useCurrentAccount()
  return (person, former) => (person?.id && person.id === me.staff?.id ? t('you') : person?.name || former)
}
