// Keeps one state of the money file readable as plain bytes while the server writes on, so that it can be
// copied. An open read transaction keeps SQLite from bringing newer changes into the file. Everything older
// is in the file or in the first frames of the write-ahead log, which SQLite does not restart in that time.
import { Database } from 'bun:sqlite'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { type Head, readHead } from '../engine/chain-head.ts'

/** A state of the database: the first `bytes` of its file, and over them the first `frames` of the log. */
export interface KeptState {
  /** Number of committed frames that may not have reached the file. */
  readonly frames: number
  readonly bytes: number
  /** Head of the record chain in that state. */
  readonly head: Head
}

/** Source of one copy of the file. */
interface CopySource {
  /**
   * An open descriptor of the database. Never close it while SQLite has the file open: that drops SQLite's
   * locks.
   */
  readonly file: number
  /** Keeps the present state readable. @throws Error when the database is closed */
  keep(): KeptState
  /** Stops keeping the state. */
  release(): void
  /** Call this when the copy is over. */
  done(): void
}

export interface CopySources {
  begin(): CopySource
  /** Call this after the database is closed. */
  closed(): void
}

/** Opens the source of copies of an open database. This thread must be the only writer of the database. */
export function copySourcesOf(folder: string): CopySources {
  const path = join(folder, 'kaunta.db')
  let opened: number | undefined
  let copiesUnderWay = 0
  let isClosed = false
  /** Closes the descriptor once the database is closed and no copy uses it. */
  const closeUnused = () => {
    if (!isClosed || copiesUnderWay > 0 || opened === undefined) return
    closeSync(opened)
    opened = undefined
  }

  return {
    begin() {
      opened ??= openSync(path, 'r')
      copiesUnderWay++
      let database: Database | undefined
      let isOver = false
      /** Ends the read transaction that keeps the state. */
      const release = () => {
        database?.run('commit')
        database?.close()
        database = undefined
      }
      return {
        file: opened,
        keep() {
          if (isClosed || isOver) throw new Error('the database was closed during the copy')
          database = new Database(path, { readonly: true })
          return beginKeeping(database, folder)
        },
        release,
        done() {
          if (isOver) return
          isOver = true
          release()
          copiesUnderWay--
          closeUnused()
        },
      }
    },
    closed() {
      isClosed = true
      closeUnused()
    },
  }
}

/**
 * Opens a read transaction that keeps the present state, and returns that state. All of it runs in one turn
 * of the event loop, so that no commit changes the state in between.
 */
function beginKeeping(db: Database, folder: string): KeptState {
  const firstRowOf = (text: string) => db.query(text).values()[0] ?? []
  const head = readHead(folder)
  const [, frames, framesInFile] = firstRowOf('pragma wal_checkpoint(noop)').map(Number)
  db.run('begin')
  firstRowOf('select count(*) from sqlite_schema') // a transaction keeps the state of its first read
  const [pageCount] = firstRowOf('pragma page_count')
  const [pageBytes] = firstRowOf('pragma page_size')
  const bytes = Number(pageCount) * Number(pageBytes)
  // If all frames are in the file, SQLite may restart the log during the copy, so no frame may be read.
  const areAllInFile = frames === framesInFile
  return { frames: areAllInFile ? 0 : Math.max(0, frames ?? 0), bytes, head }
}
