// A Debian package: an ar archive of two tar archives, written here so that its bytes depend only on its
// content. It installs the executable, the systemd unit of `kaunta service`, and the user.
import { secretFile, serviceSystemOf } from '../../src/cli/system-service-file.ts'

/** A file in an archive; a path that ends in a slash is a folder. */
interface Entry {
  readonly path: string
  readonly bytes?: Uint8Array
  readonly mode?: number
}

/** A number in octal digits that fill `length` bytes with their closing zero. */
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

/** The ustar header of an entry that belongs to root. `time` is in seconds since 1970. */
function tarHeader({ path, bytes, mode }: Entry, time: number): Buffer {
  const isFolder = path.endsWith('/')
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(octal(mode ?? (isFolder ? 0o755 : 0o644), 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(bytes?.length ?? 0, 12), 124)
  header.write(octal(time, 12), 136)
  header.write('        ', 148)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000root', 257)
  header.write('root', 297)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The zero bytes after content of this length, up to a whole block. */
const padding = (length: number, block: number) => Buffer.alloc((block - (length % block)) % block)

/** A gzipped tar archive of these entries. */
function tarGzip(entries: readonly Entry[], time: number): Uint8Array {
  const parts = entries.flatMap(entry => [
    tarHeader(entry, time),
    entry.bytes ?? Buffer.alloc(0),
    padding(entry.bytes?.length ?? 0, 512),
  ])
  return Bun.gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]), { level: 6 })
}

/** An ar archive of these files, which is the outer form of a package. */
function ar(entries: readonly Required<Pick<Entry, 'path' | 'bytes'>>[], time: number): Buffer {
  const parts = entries.flatMap(({ path, bytes }) => [
    Buffer.from(
      `${path.padEnd(16)}${String(time).padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(bytes.length).padEnd(10)}\`\n`,
    ),
    bytes,
    Buffer.from(bytes.length % 2 === 1 ? '\n' : ''),
  ])
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}

/** Returns the unit that `kaunta service install` writes, for the executable of the package. */
function unitText(): string {
  const computer = { platform: 'linux', user: { id: 0, home: '/root' }, programData: '' }
  const system = serviceSystemOf(computer)
  const facts = { executable: '/usr/bin/kaunta', data: '/var/lib/kaunta', environment: {}, alsoWrites: [] }
  const steps = system?.install({ ...facts, hasLowPort: false, upgradesFromConsole: false }) ?? []
  const unit = steps.flatMap(step => ('text' in step ? [step.text] : []))[0] ?? ''
  return unit.replace(
    /^# .*$/m,
    `# Of the Debian package: settings go into ${secretFile}, one NAME=value in a line.`,
  )
}

const afterInstall = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  id kaunta >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir /var/lib/kaunta --shell /usr/sbin/nologin kaunta
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable kaunta
    systemctl restart kaunta
  fi
fi
`
const beforeRemoval = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now kaunta
fi
`

export interface DebianFacts {
  readonly version: string
  readonly architecture: string // Debian's name: amd64, arm64
  readonly executable: Uint8Array
  readonly licenses: string
  readonly builtAt: number
}

/** Returns the bytes of the package. The data folder stays when the package is removed. */
export function debianPackage({ version, architecture, executable, licenses, builtAt }: DebianFacts): Buffer {
  const time = Math.floor(builtAt / 1_000)
  const control = `Package: kaunta
Version: ${version}
Architecture: ${architecture}
Maintainer: Kaunta <kaunta@localhost>
Installed-Size: ${Math.ceil(executable.length / 1_024)}
Depends: libc6 (>= 2.17), passwd
Section: misc
Priority: optional
Description: Payment collection for shops, in one file
 Cashiers show a QR code, customers pay by mobile money, card or QR, and the
 owner runs it all from a browser. Everything is in /var/lib/kaunta.
`
  const scripts = tarGzip(
    [
      { path: './' },
      { path: './control', bytes: Buffer.from(control) },
      { path: './postinst', bytes: Buffer.from(afterInstall), mode: 0o755 },
      { path: './prerm', bytes: Buffer.from(beforeRemoval), mode: 0o755 },
    ],
    time,
  )
  const folders = [
    './',
    './usr/',
    './usr/bin/',
    './usr/lib/',
    './usr/lib/systemd/',
    './usr/lib/systemd/system/',
  ]
  const files = tarGzip(
    [
      ...folders.map(path => ({ path })),
      { path: './usr/bin/kaunta', bytes: executable, mode: 0o755 },
      { path: './usr/lib/systemd/system/kaunta.service', bytes: Buffer.from(unitText()) },
      ...['./usr/share/', './usr/share/doc/', './usr/share/doc/kaunta/'].map(path => ({ path })),
      { path: './usr/share/doc/kaunta/copyright', bytes: Buffer.from(licenses) },
    ],
    time,
  )
  return ar(
    [
      { path: 'debian-binary', bytes: Buffer.from('2.0\n') },
      { path: 'control.tar.gz', bytes: scripts },
      { path: 'data.tar.gz', bytes: files },
    ],
    time,
  )
}
