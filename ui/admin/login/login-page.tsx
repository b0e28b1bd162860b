// A person's own login: password, second factor, and where they are logged in.
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { refreshMe } from '../../kit/me.ts'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { staff } from '../staff/staff.text.ts'
import { PinCard } from '../staff/staff-pin.tsx'
import { login } from './login.text.ts'
import { LoginDevices } from './login-devices.tsx'
import { LoginPassword } from './login-password.tsx'
import { TwoFactorCard } from './two-factor.tsx'

addTexts('login', login)
addTexts('staff', staff)

/** Shows the second factor, password, PIN and devices of the person who is logged in. */
export function LoginPage() {
  const { t } = useTranslation('login')
  const { me, account } = useCurrentAccount()
  return (
    <>
      <PageHead
        title={t('title')}
        text={
          <>
            {me.staff?.name} · {me.staff?.email}
            <br />
            {t('text')}
          </>
        }
      />
      <div className="card-stack">
        <TwoFactorCard isOn={me.staff?.two_factor ?? false} />
        <LoginPassword />
        {me.staff && (
          <PinCard
            key={account.id}
            person={{ id: me.staff.id, name: me.staff.name, pin_set: account.pin_set ?? false }}
            isOwn
            onSaved={() => void refreshMe()}
          />
        )}
        <LoginDevices />
      </div>
    </>
  )
}
