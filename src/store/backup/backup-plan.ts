// What back-ups are made of: the plan from the settings, the parts of the log, and one copy to make.
import type { Clock } from '../../world.ts'
import type { LogFollower } from './backup-log.ts'
import type { BackupLog } from './log-runner.ts'
import type { S3Access } from './s3-access.ts'
import type { SealingPlan } from './sealing-plan.ts'

export interface BackupPlan {
  /** The file that copies, as main.ts finds it. */
  readonly worker: URL
  /** Of how many days they are kept in each place. */
  readonly keep: number
  /** Where each is copied to: a folder on another disk, or `s3://bucket/prefix`. */
  readonly second: string | undefined
  /** Seals the copies there. */
  readonly sealing?: SealingPlan | undefined
  readonly s3?: S3Access | undefined
  /** Carries the log to the second place each minute. */
  readonly log?: LogWorld | undefined
  readonly after: Clock['after']
}

/** What the log needs of the world. */
interface LogWorld {
  readonly now: Clock['now']
  /** For the names of generations. */
  readonly random: (length: number) => Uint8Array
}

/** What follows the database for the log, and what carries it. */
export interface LogParts {
  readonly follower: LogFollower
  readonly log: BackupLog
  /** Keeps the last piece; before the database is closed. */
  stop(): Promise<void>
}

/** One copy to make. */
export interface CopyOrder {
  readonly from: string
  readonly place: string
  readonly isSecond: boolean
  readonly name: string
  /** What its name says. */
  readonly takenAt: number
  readonly keep: number
  readonly timeZone: string
  readonly sealing?: SealingPlan | undefined
  readonly s3?: S3Access | undefined
  /** An open descriptor of the database; undefined for SQLite's own copy. */
  readonly image?: number | undefined
}
