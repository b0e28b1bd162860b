// How pages name a person: oneself is "You", and one who left has no name any more.
import { useTranslation } from 'react-i18next'
import { useCurrentAccount } from './current-account.tsx'

interface Named {
  readonly id?: string | null
  readonly name: string | null
}

/**
 * Returns a function that gives "You" for oneself, else the person's name, else `former` for one who has
 * left. Not for reports and files, because others read them: "You" would be wrong there.
 */
export function usePersonName(): (person: Named | null | undefined, former: string) => string {
  const { t } = useTranslation('admin')
  const { me } = useCurrentAccount()
  return (person, former) => (person?.id && person.id === me.staff?.id ? t('you') : person?.name || former)
}
