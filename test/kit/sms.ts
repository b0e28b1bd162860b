// Payment SMS of tests, and the till number that they report on.
import type { Connections } from '../../src/connector/connector.ts'
import { tillNumberConnection } from '../../src/connector/till-number.ts'
import type { Sms } from '../../src/domain/sms-record.ts'
import type { TillNumber } from '../../src/domain/till-number.ts'
import { findOrderEnd } from '../../src/store/attempt.ts'
import type { EndpointShop } from './endpoint.ts'

/** Returns a message that waits for a sale; fields are minimal by default. */
export const newSms = (
  known: Pick<Sms, 'id' | 'accountId' | 'connection' | 'receivedAt'> & Partial<Sms>,
): Sms => ({
  state: 'waiting',
  reason: 'not_automatic',
  fingerprint: known.id,
  sender: 'MPESA',
  text: null,
  template: 'M4',
  transactionId: known.id.slice(-10).toUpperCase(),
  uniqueId: known.id.slice(-10).toUpperCase(),
  amount: null,
  balance: null,
  balanceLabel: null,
  paidAt: null,
  payerName: null,
  payerPhone: null,
  paymentId: null,
  staffId: null,
  tillId: null,
  endedAt: null,
  note: null,
  ...known,
})

/** The payload of a shop's printed code. */
export const printedQr =
  '00020101021126390014tz.go.bot.tips0105025040208572412345204000053038345802TZ5924THE DECK AND KITCHEN BAR6008TANZANIA61051411062120308572412346304CFCA'

/** Gives the live account of a shop a till number, as if an owner had connected it. */
export function connectTillNumber(
  { appliance, accounts }: Pick<EndpointShop, 'appliance' | 'accounts'>,
  settings: Partial<TillNumber> = {},
): TillNumber {
  const { store, world } = appliance
  const tillNumber: TillNumber = {
    accountId: accounts.live.id,
    connection: 'con_till',
    provider: 'mpesa',
    number: '57241234',
    name: 'Duka la Asha',
    qr: printedQr,
    policy: { isAutomatic: true, automaticMax: 20_000 },
    isSignedOnly: false,
    phoneKey: '',
    ...settings,
  }
  const connection = tillNumberConnection(tillNumber, {
    findOrder: reference => findOrderEnd(store.read, reference),
    now: world.clock.now,
  })
  const { connectionsOf: of, find } = appliance.connections
  const own: Connections = {
    connectionsOf: account => (account.id === tillNumber.accountId ? [connection] : of(account)),
    find: id => (id === connection.id ? connection : find(id)),
  }
  // The job loop has a copy of the appliance, with the same connections.
  Object.assign(appliance.connections, own)
  return tillNumber
}

export interface SmsFacts {
  readonly id?: string
  readonly amount?: string
  readonly balance?: string
  readonly from?: string
  readonly paidAt: number // milliseconds since 1970
}

let ids = 0
function headOf({ id = `TEST${String(ids++).padStart(6, '0')}`, paidAt }: SmsFacts) {
  const [day = '', time = ''] = new Date(paidAt + 3 * 3_600_000).toISOString().split('T')
  return { id, date: day.split('-').reverse().join('/'), time: time.slice(0, 5) }
}

/** Returns an SMS of M-Pesa in Swahili, to a wallet. */
export function mpesaSms({
  amount = '5,000',
  balance,
  from = '255000000123 - ASHA MFANO',
  ...more
}: SmsFacts) {
  const { id, date, time } = headOf(more)
  const end = balance === undefined ? '' : ` Salio lako la M-Pesa ni Tsh${balance}.00`
  return `${id} Imethibitishwa. Umepokea Tsh${amount}.00 kutoka ${from} mnamo ${date} saa ${time}.${end}`
}

/** Returns an SMS of M-Pesa in English, to a merchant's till. */
export function merchantSms({ amount = '5,000', balance = '5,000', ...more }: Omit<SmsFacts, 'from'>) {
  const { id, date, time } = headOf(more)
  return `${id} Confirmed. On ${date} at ${time} Tsh${amount}.00 received from 255000000123 - ASHA MFANO. Your balance is Tsh${balance}.00`
}
