// The machine of the measurement: processor, memory, the disk under a folder and its sync time.
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename, join } from 'node:path'

/** Returns the middle value, or the mean of the two in the middle; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

/** Returns one line about the machine and the disk that holds `folder`. */
export function machine(folder: string): string {
  const [cpu] = cpus()
  const gigabytes = (totalmem() / 1e9).toFixed(0)
  return [
    `${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${gigabytes} GB`,
    `${diskOf(folder)}, fsync ${fsyncMs(folder).toFixed(2)} ms`,
    `Bun ${Bun.version}, ${process.platform} ${process.arch}`,
    `load average ${(loadavg()[0] ?? 0).toFixed(1)} before`,
    new Date().toISOString().slice(0, 10),
  ].join(' · ')
}

/** The file system, device and kind under a folder, such as `ext4 on vda (not rotating)`. */
function diskOf(folder: string): string {
  const lines = Bun.spawnSync(['df', '--output=fstype,source', folder]).stdout.toString().trim().split('\n')
  const [fileSystem = 'unknown file system', source = 'unknown device'] = lines.at(-1)?.split(/\s+/) ?? []
  const device = basename(source)
  return `${fileSystem} on ${device}${rotation(device)}`
}

/** Whether a device rotates, as a text in brackets; empty for a network or stacked device. */
function rotation(device: string): string {
  try {
    const disk = device.replace(/(?<=\d)p\d+$|(?<=^[a-z]+)\d+$/, '')
    return readFileSync(`/sys/block/${disk}/queue/rotational`, 'utf8').startsWith('1')
      ? ' (rotating)'
      : ' (not rotating)'
  } catch {
    return '' // a network or stacked device has no such file
  }
}

/** Returns the median time of a 4 KiB append with its fsync, which bounds a commit. */
function fsyncMs(folder: string): number {
  const path = join(folder, 'fsync')
  const file = openSync(path, 'w')
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now()
    writeSync(file, new Uint8Array(4096))
    fsyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  rmSync(path)
  return median(times)
}

/** Resident memory of a process in megabytes. Linux only. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}
