// The current account, live or practice, and a menu to switch to another one.
import { Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roleMay } from '../../../src/domain/account.ts'
import { Icon } from '../../kit/icon.tsx'
import type { Account } from '../../kit/me.ts'
import { useCurrentAccount } from './current-account.tsx'
import { popoverDefaults } from './popover.ts'

export function AccountSwitch() {
  const { t } = useTranslation(['admin', 'kit'])
  const { me, account } = useCurrentAccount()
  const [isOpen, setOpen] = useState(false)
  if (me.accounts.length < 2)
    return (
      <div className="account-switch">
        <AccountLabel account={account} />
      </div>
    )
  return (
    <Popover {...popoverDefaults} position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <button type="button" className="account-switch" onClick={() => setOpen(!isOpen)}>
          <AccountLabel account={account} />
          <Icon name="down" size={18} />
          <span className="unseen">, {t('account_switch')}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <AccountChoices onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

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

function AccountLabel({ account }: { readonly account: Account }) {
  const { t } = useTranslation('kit')
  const practice = account.mode === 'sandbox'
  return (
    <span className="account-label">
      <span className="account-name">{account.name}</span>
      <span className="mode-badge" data-mode={account.mode}>
        {t(practice ? 'practice' : 'live')}
      </span>
    </span>
  )
}
