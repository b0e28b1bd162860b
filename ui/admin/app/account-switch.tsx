// Which account is worked on, live or practice, unmistakably; and the way to the others.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { roleMay } from '../../../src/domain/account.ts'
import { Icon } from '../../kit/icon.tsx'
import type { Account } from '../../kit/me.ts'
import { Popout } from '../parts/popout.tsx'
import { useCurrentAccount } from './current-account.tsx'

export function AccountSwitch() {
  const { t } = useTranslation(['admin', 'kit'])
  const { me, account, choose } = useCurrentAccount()
  if (me.accounts.length < 2)
    return (
      <div className="account-switch">
        <AccountFace account={account} />
      </div>
    )
  return (
    <Popout
      className="account-switch"
      label={t('account_switch')}
      face={
        <>
          <AccountFace account={account} />
          <Icon name="down" size={18} />
        </>
      }
    >
      {close => (
        <>
          <ul className="account-list">
            {me.accounts.map(one => (
              <li key={one.id}>
                <button
                  type="button"
                  className="account-choice"
                  aria-current={one.id === account.id || undefined}
                  onClick={() => {
                    close()
                    choose(one.id)
                  }}
                >
                  <AccountFace account={one} />
                  {one.id === account.id && <Icon name="check" size={18} />}
                </button>
              </li>
            ))}
          </ul>
          {roleMay(account.role, 'accounts') && (
            <Link to="/merchant" className="account-more" onClick={close}>
              <Icon name="plus" size={18} /> {t('new_merchant')}
            </Link>
          )}
        </>
      )}
    </Popout>
  )
}

function AccountFace({ account }: { readonly account: Account }) {
  const { t } = useTranslation('kit')
  const practice = account.mode === 'sandbox'
  return (
    <span className="account-face">
      <span className="account-name">{account.name}</span>
      <span className="mode-mark" data-practice-mode={practice || undefined}>
        {t(practice ? 'practice' : 'live')}
      </span>
    </span>
  )
}
