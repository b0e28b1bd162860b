// A person's own login: password, second factor, and where they are logged in.
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/language.ts'
import { login } from '../text/login.ts'
import { LoginDevices } from './login-devices.tsx'
import { LoginFactor } from './login-factor.tsx'
import { LoginPassword } from './login-password.tsx'
import { PageHead } from './page-head.tsx'
import { useSeat } from './seat.tsx'

addTexts('login', login)

export function LoginPage() {
  const { t } = useTranslation('login')
  const { me } = useSeat()
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
        <LoginFactor on={me.staff?.two_factor ?? false} />
        <LoginPassword />
        <LoginDevices />
      </div>
    </>
  )
}
