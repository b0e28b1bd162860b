// The till's settings: the shift, switching cashier, live or practice, paper, the customer's screen, sound,
// language, light or dark, the way out.
import { Button } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { type Account, logOut } from '../../kit/me.ts'
import { LanguageSelect, ThemeSelect } from '../../kit/preference.tsx'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { playTone, soundIsOn } from '../../kit/sound.ts'
import { writeStored } from '../../kit/storage.ts'
import { signOut } from '../../kit/till.ts'
import type { AccountChoice } from '../parts/account.model.ts'
import { tillLater } from '../parts/later.text.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { readPaperWidth, setPaperWidth } from '../print/paper.ts'
import { returnsByItself, setReturnsByItself } from '../sale/next-sale.ts'
import { saysAmounts, setSaysAmounts, stopSaying } from '../voice/voice.ts'

addTexts('till', tillLater)

interface SettingsSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Set if the person may change the account. */
  readonly choice: AccountChoice | undefined
  readonly onShift: () => void
  readonly onSwitchCashier: (() => void) | undefined
  readonly onDisplay: () => void
}

/** Shows the settings in a sheet. Only a paired till has shifts, several cashiers and paired displays. */
export function SettingsSheet({
  open,
  onClose,
  choice,
  onShift,
  onSwitchCashier,
  onDisplay,
}: SettingsSheetProps) {
  const { t, i18n } = useTranslation(['till', 'kit'])
  const { account, till } = useTillDevice()
  return (
    <Sheet title={t('kit:settings')} open={open} onClose={onClose}>
      <div className="settings">
        <div className="settings-pages">
          {till && (
            <button type="button" className="page-button" data-testid="shift" onClick={onShift}>
              <Icon name="drawer" /> <span>{t('shift')}</span>
            </button>
          )}
          {onSwitchCashier && (
            <button type="button" className="page-button" onClick={onSwitchCashier}>
              <Icon name="person" /> <span>{t('switch_cashier')}</span>
            </button>
          )}
          {till ? (
            <button type="button" className="page-button" data-testid="display" onClick={onDisplay}>
              <Icon name="screen" /> <span>{t('display')}</span>
            </button>
          ) : (
            <a className="page-button" href="/display" target="kaunta-display" data-testid="display">
              <Icon name="screen" /> <span>{t('display')}</span>
            </a>
          )}
          <a className="page-button" href={`/trust?lang=${i18n.language}`} target="kaunta-trust">
            <Icon name="shield" /> <span>{t('secure')}</span>
          </a>
        </div>
        {choice && choice.accounts.length > 1 && (
          <ModeSelect accounts={choice.accounts} account={account} onChoose={choice.onChoose} />
        )}
        <PaperWidthChoice />
        <SoundSwitch />
        <ReturnSwitch />
        <LanguageSelect />
        <ThemeSelect />
        <SettingsFoot />
      </div>
    </Sheet>
  )
}

/**
 * Shows who is signed in, and the way out. On a paired till it signs the cashier out, and the till stays
 * paired. In another browser it ends the person's login.
 */
function SettingsFoot() {
  const { t } = useTranslation(['till', 'kit'])
  const { till, cashier, mayManage } = useTillDevice()
  return (
    <footer className="settings-foot">
      {cashier && <p>{t('signed_in', { name: cashier.name })}</p>}
      <div className="settings-actions">
        {mayManage && (
          <Button component="a" href="/admin" variant="default" size="md">
            {t('console')}
          </Button>
        )}
        <Button
          variant="default"
          size="md"
          data-testid="log-out"
          onClick={() => void (till ? signOut() : logOut())}
        >
          {t(till ? 'sign_out' : 'kit:log_out')}
        </Button>
      </div>
    </footer>
  )
}

/** Switches the width of the paper roll. */
function PaperWidthChoice() {
  const { t } = useTranslation('till')
  const [width, setWidth] = useState(readPaperWidth)
  return (
    <Choice
      label={t('paper')}
      value={width}
      onChange={value => setWidth(setPaperWidth(value === '58' ? '58' : '80'))}
      choices={[
        { value: '80', label: '80 mm' },
        { value: '58', label: '58 mm' },
      ]}
    />
  )
}

interface ModeSelectProps {
  readonly accounts: readonly Account[]
  readonly account: Pick<Account, 'id'>
  readonly onChoose: (id: string) => void
}

/** Switches between live and practice; with several shops, between their accounts. */
function ModeSelect({ accounts, account, onChoose }: ModeSelectProps) {
  const { t } = useTranslation(['till', 'kit'])
  const hasSeveralShops = new Set(accounts.map(({ name }) => name)).size > 1
  const choices = accounts.map(({ id, name, mode }) => {
    const modeText = t(mode === 'live' ? 'kit:live' : 'kit:practice')
    return { value: id, label: hasSeveralShops ? `${name} · ${modeText}` : modeText }
  })
  return (
    <Choice
      label={t('mode')}
      value={account.id}
      onChange={onChoose}
      choices={choices}
      isTall={hasSeveralShops}
    />
  )
}

/** Switches the tones and, while they are on, the voice: a till without sound does not read amounts aloud. */
function SoundSwitch() {
  const { t } = useTranslation('till')
  const choose = (isOn: boolean) => {
    writeStored('sound', isOn)
    stopSaying()
    playTone('paid') // an example; silent if the sound was switched off
  }
  return (
    <OnOff label={t('sound')} readIsOn={soundIsOn} onChoose={choose}>
      <OnOff label={t('voice')} readIsOn={saysAmounts} onChoose={setSaysAmounts} />
    </OnOff>
  )
}

/** Switches whether the till goes back to the keypad after a paid sale, without a tap. */
function ReturnSwitch() {
  const { t } = useTranslation('till')
  return (
    <OnOff
      label={t('return')}
      texts={[t('return_on'), t('return_off')]}
      readIsOn={returnsByItself}
      onChoose={setReturnsByItself}
    />
  )
}

interface OnOffProps {
  readonly label: string
  /** The texts of the two choices; "on" and "off" if absent. */
  readonly texts?: readonly [on: string, off: string]
  /** Reads the stored setting, when the sheet opens. */
  readonly readIsOn: () => boolean
  readonly onChoose: (isOn: boolean) => void
  /** Shown while it is on. */
  readonly children?: ReactNode
}

/** A setting that is on or off. */
function OnOff({ label, texts, readIsOn, onChoose, children }: OnOffProps) {
  const { t } = useTranslation('till')
  const [isOn, setOn] = useState(readIsOn)
  const choose = (value: string) => {
    onChoose(value === 'on')
    setOn(value === 'on')
  }
  return (
    <>
      <Choice
        label={label}
        value={isOn ? 'on' : 'off'}
        onChange={choose}
        choices={[
          { value: 'on', label: texts?.[0] ?? t('sound_on') },
          { value: 'off', label: texts?.[1] ?? t('sound_off') },
        ]}
      />
      {isOn && children}
    </>
  )
}

/** A labelled setting with a few choices. */
const Choice = (props: ComponentProps<typeof SegmentedControl>) => (
  <div className="choice">
    <span className="choice-label">{props.label}</span>
    <SegmentedControl {...props} />
  </div>
)
