// The current account, live or practice, and a menu to switch to another one.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { roleMay } from '../../../src/domain/account.ts'
import type { Account } from '../../kit/me.ts'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from './menu.tsx'

/** Shows the current account. If the person has several, it is a button that opens a menu of all of them. */
export function AccountSelect() {
  const { t } = useTranslation(['admin', 'kit'])
  const { me, account } = useCurrentAccount()
  if (me.accounts.length < 2)
    return (
      <div className="account-switch">
        <AccountLabel account={account} />
      </div>
    )
  return (
    <Menu
      className="account-switch"
      label={t('account_switch')}
      position="bottom-start"
      content={
        <>
          <AccountLabel account={account} />
          <Icon name="down" size={18} />
        </>
      }
    >
      {close => <AccountChoices onDone={close} />}
    </Menu>
  )
}

/** Lists the accounts to switch to and, if the person may, a link that creates a merchant. */
function AccountChoices({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('admin')
  const { me, account, choose } = useCurrentAccount()
  return (
    <>
      <ul className="account-list">
        {me.accounts.map(other => (
          <li key={other.id}>
            <button
              type="button"
              className="account-choice"
              aria-current={other.id === account.id || undefined}
              onClick={() => {
                onDone()
                choose(other.id)
              }}
            >
              <AccountLabel account={other} />
              {other.id === account.id && <Icon name="check" size={18} />}
            </button>
          </li>
        ))}
      </ul>
      {roleMay(account.role, 'accounts') && (
        <Link to="/merchant" className="account-more" onClick={onDone}>
          <Icon name="plus" size={18} /> {t('new_merchant')}
        </Link>
      )}
    </>
  )
}

/** Shows the initial and name of an account, and whether it is live or practice. */
function AccountLabel({ account }: { readonly account: Account }) {
  const { t } = useTranslation('kit')
  const isPractice = account.mode === 'sandbox'
  const initial = [...account.name][0] // unlike `name[0]`, never half of an emoji
  return (
    <span className="account-label" title={account.name}>
      <span className="account-initial" aria-hidden="true">
        {initial}
      </span>
      <span className="account-name">{account.name}</span>
      <span className="mode-badge" data-mode={account.mode}>
        {t(isPractice ? 'practice' : 'live')}
      </span>
    </span>
  )
}
