// Which guide inside the executable explains a page or a card of the console.
// test/unit/guide.test.ts opens each.
import type { GuideName } from '../../../src/http/docs/guide.ts'

/** The path of a guide below `/docs/`, with or without the anchor of a section. */
type GuidePlace = GuideName | `${GuideName}#${string}`

export const guides = {
  first_payment: 'quickstart',
  webhooks: 'webhooks',
  verify: 'webhooks#check-the-signature',
  products: 'products',
  payouts: 'payouts',
  approval: 'payouts#approval-by-a-second-person',
  refunds: 'refunds',
  reconciliation: 'reconciliation',
  networks: 'networks',
  selcom: 'selcom',
  relay: 'relay',
  'till-number': 'till-number',
  tills: 'operate/till',
  printers: 'operate/printer',
  backups: 'operate/backup',
  upgrade: 'operate/upgrade',
  secure: 'operate/shop-network',
  support: 'operate/monitor#a-file-for-support',
  health: 'operate/monitor#health-checks',
  records: 'operate/changed-records',
} as const satisfies Readonly<Record<string, GuidePlace>>

export type Guide = keyof typeof guides

/** Returns the guide of a payment network by the network's name; undefined for a network without one. */
export const guideOfNetwork = (name: string): Guide | undefined =>
  name === 'selcom' || name === 'relay' || name === 'till-number' ? name : undefined
