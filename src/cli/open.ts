// `kaunta open`: the pages of a server as QR codes in the terminal, to open them on a phone or a tablet.
import type { Command } from 'commander'
import { type Executable, withSettings } from './command.ts'

const pages = [
  ['Console', '/admin'],
  ['Till', '/till'],
  ['API reference', '/docs'],
] as const

/** Returns each page's address with its QR code. @param url base address without a trailing slash */
export async function pagesText(url: string): Promise<string> {
  const { toString: toText } = await import('qrcode')
  const parts = await Promise.all(
    pages.map(async ([name, path]) => {
      const address = `${url}${path}`
      return `${name}  ${address}\n\n${await toText(address, { type: 'utf8' })}\n`
    }),
  )
  return parts.join('\n')
}

/** Adds `kaunta open` to the command line. */
export function addOpen(program: Command, executable: Executable): void {
  const command = program
    .command('open')
    .description('print console, till and API reference as QR codes; give the settings that serve has')
  withSettings(command, ['host', 'port', 'publicUrl']).action(async flags => {
    const { readConfig, publicUrl, write } = executable
    const url = publicUrl(readConfig(flags))
    write(await pagesText(url))
  })
}
