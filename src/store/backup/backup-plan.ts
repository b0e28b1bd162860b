// The shapes that back-ups work with: the plan from the settings, the parts of the log, and an order for one
// copy.
import type { Clock } from '../../world.ts'
import type { LogFollower } from './backup-log.ts'
import type { BackupLog } from './log-runner.ts'
import type { S3Access } from './s3-access.ts'
import type { SealingPlan } from './sealing-plan.ts'

export interface BackupPlan {
  /** URL of the worker's file, as main.ts finds it. */
  readonly worker: URL
  /** Number of days for which each place keeps back-ups. */
  readonly keep: number
  /** Second place for copies: a folder on another disk, or `s3://bucket/prefix`. */
  readonly second: string | undefined
  /** How copies in the second place are sealed. */
  readonly sealing?: SealingPlan | undefined
  readonly s3?: S3Access | undefined
  /** If set, the log is copied to the second place every minute. */
  readonly log?: LogWorld | undefined
  readonly after: Clock['after']
}

/** What the log needs from the world. */
interface LogWorld {
  readonly now: Clock['now']
  /** Returns bytes for the names of generations. */
  readonly random: (length: number) => Uint8Array
}

/** The follower of the database, and the runner that copies its log. */
export interface LogParts {
  readonly follower: LogFollower
  readonly log: BackupLog
  /** Keeps the last piece. Call this before the database is closed. */
  stop(): Promise<void>
}

/** An order for one copy. */
export interface CopyOrder {
  readonly from: string
  readonly place: string
  readonly isSecond: boolean
  readonly name: string
  /** The time in its name, in milliseconds. */
  readonly takenAt: number
  readonly keep: number
  readonly timeZone: string
  readonly sealing?: SealingPlan | undefined
  readonly s3?: S3Access | undefined
  /** An open descriptor of the database; undefined to use SQLite's own copy. */
  readonly image?: number | undefined
}
