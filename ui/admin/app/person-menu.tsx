// The person who is logged in, with a menu of what every page offers: login, language, appearance, log out.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { logOut } from '../../kit/me.ts'
import { LanguageSelect, ThemeSelect } from '../../kit/preference.tsx'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from './menu.tsx'

/** Shows the person’s name and role as a button that opens their menu. */
export function PersonMenu() {
  const { t } = useTranslation(['admin', 'kit'])
  const { me, account } = useCurrentAccount()
  return (
    <Menu
      className="person"
      label={t('person_menu')}
      position="top-start"
      indent={12}
      width={312}
      content={
        <>
          <span className="person-avatar">
            <Icon name="person" size={20} />
          </span>
          <span className="person-name">
            <strong>{me.staff?.name}</strong>
            <small>{t(`role_${account.role}`)}</small>
          </span>
        </>
      }
    >
      {close => <PersonPanel onGo={close} />}
    </Menu>
  )
}

/**
 * Shows the entries of the person's menu: login, language, appearance and log out. A phone shows them at the
 * end of its navigation.
 * @param onGo closes the menu around the entries when the person opens the page of their login
 */
export function PersonPanel({ onGo }: { readonly onGo?: (() => void) | undefined }) {
  const { t } = useTranslation(['admin', 'kit'])
  const { me } = useCurrentAccount()
  return (
    <div className="person-panel">
      <p className="person-mail">{me.staff?.email}</p>
      <Link to="/me" className="button-link" {...(onGo ? { onClick: onGo } : {})}>
        <Icon name="key" size={18} /> {t('my_login')}
      </Link>
      <LanguageSelect />
      <ThemeSelect />
      <Button variant="default" fullWidth leftSection={<Icon name="out" size={18} />} onClick={logOut}>
        {t('kit:log_out')}
      </Button>
    </div>
  )
}
