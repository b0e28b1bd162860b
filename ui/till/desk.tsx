// The till itself: the practice banner over everything, then either the keypad with the last sales or the sale under way.
import { useState } from 'react'
import type { Account, Me } from '../kit/me.ts'
import { DeskHead } from './desk-head.tsx'
import { Entry } from './entry.tsx'
import { PracticeBanner } from './practice-banner.tsx'
import { SaleScreen } from './sale-screen.tsx'
import { useSaleState } from './sale-store.ts'
import { SalesPanel, SalesSheet } from './sales-panel.tsx'
import { SettingsSheet } from './settings-sheet.tsx'

interface DeskProps {
  readonly me: Me
  readonly account: Account
  readonly onChoose: (id: string | undefined) => void
}

export function Desk({ me, account, onChoose }: DeskProps) {
  const { sale } = useSaleState()
  const [sheet, setSheet] = useState<'sales' | 'settings'>()
  const close = () => setSheet(undefined)
  return (
    <div className="till" data-practice={account.mode === 'sandbox' || undefined}>
      {account.mode === 'sandbox' && <PracticeBanner />}
      {sale ? (
        <SaleScreen sale={sale} account={account} />
      ) : (
        <div className="desk">
          <DeskHead account={account} onSales={() => setSheet('sales')} onSettings={() => setSheet('settings')} />
          <Entry account={account} onSales={() => setSheet('sales')} />
          <SalesPanel account={account} />
        </div>
      )}
      <SalesSheet account={account} open={sheet === 'sales' && !sale} onClose={close} />
      <SettingsSheet me={me} account={account} open={sheet === 'settings' && !sale} onClose={close} onChoose={onChoose} />
    </div>
  )
}
