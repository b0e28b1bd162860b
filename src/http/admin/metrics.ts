// How the box stands, for Prometheus and its like (/metrics): gauges that are read anew at each request.
import { Elysia } from 'elysia'
import { build } from '../../build.ts'
import { type BoxStatus, boxStatusOf, queueMost } from '../../flow/box-status.ts'
import { type Gauge, metricsText, metricsType } from '../../wire/metrics.ts'
import { access } from '../access/access.ts'
import { guarded } from '../docs/doc.ts'
import type { Server } from '../server/server.ts'

const example = `# HELP kaunta_unknown_payments Payments of this account of which the network has said neither yes nor no
# TYPE kaunta_unknown_payments gauge
kaunta_unknown_payments 0
`

const metricsDoc = guarded('watch_box', {
  id: 'getMetrics',
  tag: 'Health',
  summary: 'Gauges for Prometheus',
  description: `What waits, what is stuck, how old the last back-up is, and what the box takes, in the text format of Prometheus. Payments, money and deliveries are those of the key’s account; the rest is the box’s. Give Prometheus a key of its own that may do nothing else. Queues are counted up to ${queueMost}.`,
  answers: {
    200: {
      description: 'The gauges',
      content: { 'text/plain': { schema: { type: 'string', examples: [example] } } },
    },
  },
})

interface Process {
  /** Seconds. */
  readonly up: number
  readonly cpu: number
  /** Bytes. */
  readonly memory: number
}

function processNow(): Process {
  const { user, system } = process.cpuUsage()
  return { up: process.uptime(), cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() }
}

/** @param now milliseconds */
function gaugesOf(standing: BoxStatus, jobsRun: boolean, now: number, { up, cpu, memory }: Process): Gauge[] {
  const { attention: needs, deliveries, jobs, ledgerCheck: audit, backup, disk } = standing
  return [
    {
      name: 'kaunta_build',
      help: 'Always 1',
      value: 1,
      labels: { version: build.version, commit: build.commit },
    },
    { name: 'kaunta_up_seconds', help: 'Since the box started', value: up },
    { name: 'kaunta_jobs_run', help: 'Whether the jobs run, as /ready says', value: jobsRun },
    {
      name: 'kaunta_clock_in_doubt',
      help: 'Whether the clock cannot be relied on',
      value: standing.clockUnreliable,
    },
    {
      name: 'kaunta_unknown_payments',
      help: 'Payments of this account of which the network has said neither yes nor no',
      value: needs.unknown,
    },
    {
      name: 'kaunta_unmatched_payments',
      help: 'Confirmed money of this account that fits no open payment, times it came',
      value: needs.unmatched.count,
    },
    {
      name: 'kaunta_deliveries_open',
      help: 'Webhook deliveries of this account that have not ended',
      value: deliveries.count,
    },
    {
      name: 'kaunta_deliveries_oldest_seconds',
      help: 'How long the oldest of them has been under way; 0 without one',
      value: deliveries.oldestMs / 1_000,
    },
    {
      name: 'kaunta_deliveries_abandoned',
      help: 'Webhook deliveries of this account given up in the last seven days',
      value: needs.abandoned,
    },
    {
      name: 'kaunta_addresses_paused',
      help: 'Webhook addresses of this account that wait to be resumed',
      value: needs.paused,
    },
    { name: 'kaunta_jobs_due', help: 'Jobs of the box that are due and not begun', value: jobs.count },
    {
      name: 'kaunta_jobs_late_seconds',
      help: 'How long the first of them has been due; 0 without one',
      value: jobs.oldestMs / 1_000,
    },
    { name: 'kaunta_jobs_stuck', help: 'Jobs of the box that failed too often', value: needs.parked },
    {
      name: 'kaunta_books_add_up',
      help: 'Whether the last nightly audit found nothing amiss',
      value: audit && audit.differences.length === 0,
    },
    {
      name: 'kaunta_books_age_seconds',
      help: 'Since the last nightly audit',
      value: audit && (now - audit.at) / 1_000,
    },
    {
      name: 'kaunta_backup_age_seconds',
      help: 'Since the last good back-up',
      value: backup?.last && (now - backup.last.takenAt) / 1_000,
    },
    {
      name: 'kaunta_backup_late',
      help: 'Whether there was none for more than 36 hours',
      value: backup?.isLate,
    },
    {
      name: 'kaunta_backup_failed',
      help: 'Whether the last try failed',
      value: backup && backup.failure !== undefined,
    },
    { name: 'kaunta_database_bytes', help: 'The payments’ database with its log', value: disk?.own },
    {
      name: 'kaunta_disk_free_bytes',
      help: 'What is left on the disk of the data folder',
      value: disk?.free,
    },
    { name: 'kaunta_memory_bytes', help: 'Memory of the process that is resident', value: memory },
    { name: 'kaunta_cpu_seconds', help: 'Processor time since the box started', value: cpu },
  ]
}

export const metricsRoutes = (server: Server) =>
  new Elysia().use(access(server)).get(
    '/metrics',
    async ({ caller, set }) => {
      const { appliance, loop } = server
      const standing = await boxStatusOf(appliance, caller.account.id)
      set.headers['content-type'] = metricsType
      set.headers['cache-control'] = 'no-store'
      return metricsText(gaugesOf(standing, loop.healthy(), appliance.world.clock.now(), processNow()))
    },
    metricsDoc,
  )
