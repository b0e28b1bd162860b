// Keeps features apart: a feature's folder imports its own files and the shared ones. The crossings that stay
// are listed here.
import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '../..')

interface Area {
  readonly shared: readonly string[] // folders that every feature may import
  readonly frame: readonly string[] // folders that bring the features together
  /** What else one feature imports of another, and no more. */
  readonly crossings: Readonly<Record<string, readonly string[]>>
}

const areas: Readonly<Record<string, Area>> = {
  'ui/admin': {
    shared: ['parts'],
    frame: ['app'],
    crossings: {
      home: ['payments', 'products', 'shifts'],
      inbox: ['payments'],
      login: ['staff'],
      payouts: ['payments'],
      profiles: ['links'],
      server: ['networks'],
      setup: ['staff'],
      staff: ['keys'],
      webhooks: ['settings'],
    },
  },
  'ui/till': {
    shared: ['parts'],
    frame: ['app'],
    crossings: {
      display: ['sale'],
      entry: ['parked', 'products', 'sale'],
      parked: ['entry'],
      print: ['sale'],
      products: ['entry'],
      refund: ['print'],
      sale: ['print', 'refund', 'voice'],
      shift: ['parked', 'print'],
      'sign-in': ['sale'],
    },
  },
  'src/http': {
    shared: ['server', 'access', 'docs'],
    frame: ['server', 'docs'],
    crossings: {
      access: ['till'],
      admin: ['checkout', 'payments', 'payouts', 'refunds', 'staff', 'till', 'webhooks'],
      checkout: ['payments', 'webhooks'],
      payments: ['staff', 'webhooks'],
      products: ['staff'],
      payouts: ['webhooks'],
      refunds: ['payouts', 'till'],
      sandbox: ['payments', 'refunds'],
      staff: ['admin', 'payments'],
      till: ['admin', 'payments', 'staff'],
    },
  },
}

const featureOf = (area: string, path: string) => path.slice(area.length + 1).split('/')[0] ?? ''

/** Returns every import of a file that crosses from one feature to another, as `from → to`. */
function crossingsIn(area: string, path: string, text: string): string[] {
  const from = featureOf(area, path)
  const known = areas[area]
  if (!known || known.frame.includes(from)) return []
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, target = '']) => {
    const imported = join(dirname(path), target)
    if (!imported.startsWith(`${area}/`)) return []
    const to = featureOf(area, imported)
    return to === from || known.shared.includes(to) ? [] : [`${from} → ${to}`]
  })
}

describe.each(Object.keys(areas))('%s', area => {
  test('features import each other only where it is listed', async () => {
    const found = new Set<string>()
    for (const path of new Bun.Glob(`${area}/**/*.{ts,tsx}`).scanSync(root))
      for (const crossing of crossingsIn(area, path, await Bun.file(join(root, path)).text()))
        found.add(crossing)
    const listed = Object.entries(areas[area]?.crossings ?? {}).flatMap(([from, to]) =>
      to.map(name => `${from} → ${name}`),
    )
    expect([...found].sort()).toEqual(listed.sort())
  })
})

test('the rule bites', () => {
  const text = "import { x } from '../payments/payment.model.ts'\nimport { y } from '../parts/list.tsx'"
  expect(crossingsIn('ui/admin', 'ui/admin/keys/x.tsx', text)).toEqual(['keys → payments'])
  expect(crossingsIn('ui/admin', 'ui/admin/app/router.tsx', text)).toEqual([])
})
