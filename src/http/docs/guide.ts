// The guides inside the executable: the pages of docs for shopkeepers, developers and operators, and the
// files that readers of these pages copy. guide-page.ts draws them.
import browsers from '../../../docs/browsers.md' with { type: 'text' }
import clients from '../../../docs/clients.md' with { type: 'text' }
import alerts from '../../../docs/monitoring/alerts.yml' with { type: 'text' }
import dashboard from '../../../docs/monitoring/dashboard.json' with { type: 'text' }
import networks from '../../../docs/networks.md' with { type: 'text' }
import backup from '../../../docs/operate/backup.md' with { type: 'text' }
import changedRecords from '../../../docs/operate/changed-records.md' with { type: 'text' }
import install from '../../../docs/operate/install.md' with { type: 'text' }
import monitor from '../../../docs/operate/monitor.md' with { type: 'text' }
import printer from '../../../docs/operate/printer.md' with { type: 'text' }
import shopNetwork from '../../../docs/operate/shop-network.md' with { type: 'text' }
import tills from '../../../docs/operate/till.md' with { type: 'text' }
import upgrade from '../../../docs/operate/upgrade.md' with { type: 'text' }
import operate from '../../../docs/operate.md' with { type: 'text' }
import payouts from '../../../docs/payouts.md' with { type: 'text' }
import compose from '../../../docs/postgres/compose.yml' with { type: 'text' }
import postgres from '../../../docs/postgres.md' with { type: 'text' }
import products from '../../../docs/products.md' with { type: 'text' }
import quickstart from '../../../docs/quickstart.md' with { type: 'text' }
import reconciliation from '../../../docs/reconciliation.md' with { type: 'text' }
import refunds from '../../../docs/refunds.md' with { type: 'text' }
import relay from '../../../docs/relay.md' with { type: 'text' }
import selcom from '../../../docs/selcom.md' with { type: 'text' }
import tillNumber from '../../../docs/till-number.md' with { type: 'text' }
import wrong from '../../../docs/trouble.md' with { type: 'text' }
import verifyGo from '../../../docs/verify/verify.go' with { type: 'text' }
import verifyPhp from '../../../docs/verify/verify.php' with { type: 'text' }
import verifyPython from '../../../docs/verify/verify.py' with { type: 'text' }
import * as verifyTypescript from '../../../docs/verify/verify.ts' with { type: 'text' }
import webhooks from '../../../docs/webhooks.md' with { type: 'text' }
import kauntaPhp from '../../../docs/woocommerce/kaunta.php' with { type: 'text' }
import woocommerce from '../../../docs/woocommerce.md' with { type: 'text' }

/** Returns an import's text. TypeScript types the file as code, although it is imported as text here. */
const asText = (text: unknown): string => (text as { readonly default: string }).default

/** The pages by their names in `docs`. */
const pages = {
  'quickstart.md': quickstart,
  'webhooks.md': webhooks,
  'clients.md': clients,
  'woocommerce.md': woocommerce,
  'products.md': products,
  'payouts.md': payouts,
  'refunds.md': refunds,
  'reconciliation.md': reconciliation,
  'networks.md': networks,
  'selcom.md': selcom,
  'till-number.md': tillNumber,
  'relay.md': relay,
  'operate.md': operate,
  'operate/install.md': install,
  'operate/shop-network.md': shopNetwork,
  'operate/till.md': tills,
  'operate/printer.md': printer,
  'operate/backup.md': backup,
  'operate/upgrade.md': upgrade,
  'operate/monitor.md': monitor,
  'operate/changed-records.md': changedRecords,
  'postgres.md': postgres,
  'browsers.md': browsers,
  'trouble.md': wrong,
} as const satisfies Readonly<Record<string, string>>
type PageName = keyof typeof pages

/** The path of a guide below `/docs/`. */
export type GuideName = PageName extends `${infer Name}.md` ? Name : never

/** The chapters of the contents, with their guides in order. */
export const chapters: readonly (readonly [name: string, pages: readonly PageName[]])[] = [
  ['Build', ['quickstart.md', 'webhooks.md', 'clients.md', 'woocommerce.md']],
  ['Shop', ['products.md', 'payouts.md', 'refunds.md', 'reconciliation.md']],
  ['Networks', ['networks.md', 'selcom.md', 'till-number.md', 'relay.md']],
  [
    'Operate',
    [
      'operate.md',
      'operate/install.md',
      'operate/shop-network.md',
      'operate/till.md',
      'operate/printer.md',
      'operate/backup.md',
      'operate/upgrade.md',
      'operate/monitor.md',
      'operate/changed-records.md',
      'postgres.md',
      'browsers.md',
      'trouble.md',
    ],
  ],
]

/** Files that guides link to. */
const files: Readonly<Record<string, string>> = {
  '/docs/verify/verify.ts': asText(verifyTypescript),
  '/docs/verify/verify.py': verifyPython,
  '/docs/verify/verify.php': verifyPhp,
  '/docs/verify/verify.go': verifyGo,
  '/docs/woocommerce/kaunta.php': kauntaPhp,
  '/docs/monitoring/alerts.yml': alerts,
  '/docs/monitoring/dashboard.json': dashboard as unknown as string,
  '/docs/postgres/compose.yml': compose,
}

/** One guide. */
interface Guide {
  readonly path: string
  readonly title: string
  /** Markdown. */
  readonly text: string
}

const guides: readonly Guide[] = Object.entries(pages).map(([page, text]) => ({
  path: `/docs/${page.replace(/\.md$/, '')}`,
  title: /^# (.+)$/m.exec(text)?.[1] ?? page,
  text,
}))

/** Returns the guide at a path; undefined when there is none. */
export const guideAt = (path: string): Guide | undefined => guides.find(guide => guide.path === path)
/** Returns the guide with the text of a file in `docs`. */
export const guideOfPage = (page: PageName): Guide | undefined =>
  guides.find(({ text }) => text === pages[page])

/** Returns the text of a file that a guide links to; undefined for any other path. */
export const guideFile = (path: string): string | undefined =>
  Object.hasOwn(files, path) ? files[path] : undefined
