// The till's settings: live or practice, sound, language, light or dark, and the way out.
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Account, logOut, type Me } from '../kit/me.ts'
import { LanguageSwitch, ThemeSwitch } from '../kit/preference.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { playTone } from '../kit/sound.ts'
import { isFlag, readStored, writeStored } from '../kit/stored.ts'

interface SettingsSheetProps {
  readonly me: Me
  readonly account: Account
  readonly open: boolean
  readonly onClose: () => void
  readonly onChoose: (id: string | undefined) => void
}

export function SettingsSheet({ me, account, open, onClose, onChoose }: SettingsSheetProps) {
  const { t } = useTranslation(['till', 'kit'])
  return (
    <Sheet title={t('kit:settings')} open={open} onClose={onClose}>
      <div className="settings">
        {me.accounts.length > 1 && <ModeSwitch accounts={me.accounts} account={account} onChoose={onChoose} />}
        <SoundSwitch />
        <LanguageSwitch />
        <ThemeSwitch />
        <footer className="settings-foot">
          {me.staff && <p>{t('signed_in', { name: me.staff.name })}</p>}
          <div className="settings-acts">
            {account.role !== 'cashier' && (
              <Button component="a" href="/admin" variant="default" size="md">
                {t('console')}
              </Button>
            )}
            <Button variant="default" size="md" onClick={logOut}>
              {t('kit:log_out')}
            </Button>
          </div>
        </footer>
      </div>
    </Sheet>
  )
}

interface ModeSwitchProps {
  readonly accounts: readonly Account[]
  readonly account: Account
  readonly onChoose: (id: string) => void
}

function ModeSwitch({ accounts, account, onChoose }: ModeSwitchProps) {
  const { t } = useTranslation(['till', 'kit'])
  const several = new Set(accounts.map(({ name }) => name)).size > 1
  const data = accounts.map(({ id, name, mode }) => {
    const word = t(mode === 'live' ? 'kit:live' : 'kit:practice')
    return { value: id, label: several ? `${name} · ${word}` : word }
  })
  return (
    <div className="choice">
      <span className="choice-label">{t('mode')}</span>
      <SegmentedControl
        aria-label={t('mode')}
        value={account.id}
        onChange={onChoose}
        data={data}
        size="md"
        fullWidth
        orientation={several ? 'vertical' : 'horizontal'}
      />
    </div>
  )
}

function SoundSwitch() {
  const { t } = useTranslation('till')
  const [on, setOn] = useState(() => readStored('sound', isFlag) !== false)
  const choose = (value: string) => {
    writeStored('sound', value === 'on')
    setOn(value === 'on')
    if (value === 'on') playTone('paid')
  }
  return (
    <div className="choice">
      <span className="choice-label">{t('sound')}</span>
      <SegmentedControl
        aria-label={t('sound')}
        value={on ? 'on' : 'off'}
        onChange={choose}
        data={[
          { value: 'on', label: t('sound_on') },
          { value: 'off', label: t('sound_off') },
        ]}
        size="md"
        fullWidth
      />
    </div>
  )
}
