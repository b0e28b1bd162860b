// Metrics for Prometheus (/metrics): gauges, read at each request.
import { Elysia } from 'elysia'
import { build } from '../../build.ts'
import { isFirstMerchant } from '../../flow/merchant.ts'
import { queueMax, type ServerStatus, serverStatusOf } from '../../flow/server-status.ts'
import { type Gauge, metricsText, metricsType } from '../../wire/metrics.ts'
import { access } from '../access/access.ts'
import { guardedDoc } from '../docs/doc.ts'
import type { Server } from '../server/server.ts'

const example = `# HELP kaunta_unknown_payments Payments of this account whose outcome is unknown
# TYPE kaunta_unknown_payments gauge
kaunta_unknown_payments 0
`

const metricsDoc = guardedDoc('read_metrics', {
  id: 'getMetrics',
  tag: 'Health',
  summary: 'Read metrics for Prometheus',
  description: `Gauges in the text format of Prometheus: queues, failed jobs, backups, disk and memory. Payments, money and deliveries are those of the key’s account; the rest is the whole server’s, and shown to its first merchant only. Create a key with this scope only for Prometheus. Queues are counted up to ${queueMax}.`,
  answers: {
    200: {
      description: 'The gauges',
      content: { 'text/plain': { schema: { type: 'string', examples: [example] } } },
    },
  },
})

/** What the operating system reports of this process. */
interface ProcessUsage {
  readonly uptime: number // seconds
  readonly cpu: number // seconds
  readonly memory: number // bytes
}

/** Returns the run time, the processor time and the memory of this process. */
function readProcessUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage()
  const microseconds = user + system
  return { uptime: process.uptime(), cpu: microseconds / 1e6, memory: process.memoryUsage.rss() }
}

/** Returns all gauges of the server, for its first merchant. @param now milliseconds */
function gaugesOf(status: ServerStatus, areJobsRunning: boolean, now: number, usage: ProcessUsage): Gauge[] {
  return [
    ...runGauges(status, areJobsRunning, usage),
    ...accountGauges(status),
    ...jobGauges(status),
    ...ledgerGauges(status, now),
    ...backupGauges(status, now),
    ...resourceGauges(status, usage),
  ]
}

const buildGauge: Gauge = {
  name: 'kaunta_build',
  help: 'Always 1; its labels name the build',
  value: 1,
  labels: { version: build.version, commit: build.commit },
}

/** Returns the gauges of the build, the start, the job loop and the clock. */
const runGauges = (
  { clockUnreliable }: ServerStatus,
  areJobsRunning: boolean,
  { uptime }: ProcessUsage,
): Gauge[] => [
  buildGauge,
  { name: 'kaunta_up_seconds', help: 'Seconds since the server started', value: uptime },
  { name: 'kaunta_jobs_running', help: 'Whether the job loop runs, as in /ready', value: areJobsRunning },
  {
    name: 'kaunta_clock_unreliable',
    help: 'Whether the clock is unreliable',
    value: clockUnreliable,
  },
]

/** Returns the gauges of one account: payments, unmatched money and webhooks. */
const accountGauges = ({ attention, deliveries }: ServerStatus): Gauge[] => [
  {
    name: 'kaunta_unknown_payments',
    help: 'Payments of this account whose outcome is unknown',
    value: attention.unknown.payments,
  },
  {
    name: 'kaunta_unmatched_payments',
    help: 'Unmatched payments of this account: confirmed money that fits no open payment',
    value: attention.unmatched.count,
  },
  {
    name: 'kaunta_deliveries_open',
    help: 'Webhook deliveries of this account that have not ended',
    value: deliveries.count,
  },
  {
    name: 'kaunta_deliveries_oldest_seconds',
    help: 'Age of the oldest open delivery; 0 without one',
    value: deliveries.oldestMs / 1_000,
  },
  {
    name: 'kaunta_deliveries_abandoned',
    help: 'Webhook deliveries of this account that were abandoned in the last seven days',
    value: attention.abandoned,
  },
  {
    name: 'kaunta_addresses_paused',
    help: 'Webhook addresses of this account that are paused',
    value: attention.paused,
  },
]

/** Returns the gauges of the job queue. */
const jobGauges = ({ attention, jobs }: ServerStatus): Gauge[] => [
  { name: 'kaunta_jobs_due', help: 'Jobs that are due and not started', value: jobs.count },
  {
    name: 'kaunta_jobs_oldest_seconds',
    help: 'How long the oldest due job has waited; 0 without one',
    value: jobs.oldestMs / 1_000,
  },
  {
    name: 'kaunta_jobs_parked',
    help: 'Jobs that failed too often and are parked',
    value: attention.parked,
  },
]

/** Returns the gauges of the ledger check and the record chain. */
const ledgerGauges = ({ ledgerCheck, recordsChanged }: ServerStatus, now: number): Gauge[] => [
  {
    name: 'kaunta_ledger_ok',
    help: 'Whether the last ledger check found no difference',
    value: ledgerCheck && ledgerCheck.differences.length === 0,
  },
  {
    name: 'kaunta_ledger_check_age_seconds',
    help: 'Seconds since the last ledger check',
    value: ledgerCheck && (now - ledgerCheck.at) / 1_000,
  },
  {
    name: 'kaunta_records_ok',
    help: 'Whether only Kaunta changed postings and the audit log',
    value: !recordsChanged,
  },
]

/** Returns the gauges of the backups; a gauge without a value is left out. */
const backupGauges = ({ backup }: ServerStatus, now: number): Gauge[] => [
  {
    name: 'kaunta_backup_age_seconds',
    help: 'Seconds since the last good backup',
    value: backup?.last && (now - backup.last.takenAt) / 1_000,
  },
  {
    name: 'kaunta_backup_late',
    help: 'Whether the last good backup is older than 36 hours',
    value: backup?.isLate,
  },
  {
    name: 'kaunta_backup_failed',
    help: 'Whether the last backup failed',
    value: backup && backup.failure !== undefined,
  },
  {
    name: 'kaunta_backup_log_behind',
    help: 'Whether a change of more than five minutes ago is not in the second place',
    value: backup?.log?.isBehind,
  },
]

/** Returns the gauges of disk, memory and processor. */
const resourceGauges = ({ disk }: ServerStatus, { memory, cpu }: ProcessUsage): Gauge[] => [
  { name: 'kaunta_database_bytes', help: 'Size of the payment database with its log', value: disk?.own },
  {
    name: 'kaunta_disk_free_bytes',
    help: 'Free space on the disk of the data folder',
    value: disk?.free,
  },
  { name: 'kaunta_memory_bytes', help: 'Resident memory of the process', value: memory },
  { name: 'kaunta_cpu_seconds', help: 'Processor time since the server started', value: cpu },
]

/** Returns the route that Prometheus reads. Other merchants than the first see only their own account. */
export const metricsRoutes = (server: Server) =>
  new Elysia().use(access(server)).get(
    '/metrics',
    async ({ caller, set }) => {
      const { appliance, loop } = server
      const status = await serverStatusOf(appliance, caller.account.id)
      set.headers['content-type'] = metricsType
      set.headers['cache-control'] = 'no-store'
      if (!(await isFirstMerchant(appliance, caller.account)))
        return metricsText([buildGauge, ...accountGauges(status)])
      return metricsText(gaugesOf(status, loop.healthy(), appliance.world.clock.now(), readProcessUsage()))
    },
    metricsDoc,
  )
