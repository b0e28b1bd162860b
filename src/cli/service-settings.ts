// The settings of the service that is installed, read from its file as `kaunta service install` wrote it: a
// systemd unit, a launchd agent or a Windows task.
import { existsSync, readFileSync } from 'node:fs'
import { settings } from '../config.ts'

export interface ServiceSettings {
  readonly data: string | undefined
  /** The settings that it has, by their variables. */
  readonly environment: Readonly<Record<string, string>>
}

/** Returns the settings in a service's file; none when there is no such file. */
export function settingsOfService(file: string): ServiceSettings {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.of()
  return settingsInFile(bytes.toString(bytes[0] === 0xff ? 'utf16le' : 'utf8')) // its byte order mark
}

// Each of these functions removes the escapes of one file format from a text.
const signs: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const fromXml = (text: string) => text.replace(/&\w+;/g, sign => signs[sign] ?? sign)
const fromUnit = (text: string) => text.replace(/%%|\\(.)/g, (_, escaped) => escaped ?? '%')
const fromBatch = (text: string) => text.replaceAll('%%', '%')

/** How each kind of file writes the data folder and a variable, and how to undo its escapes (`decode`). */
const forms = [
  {
    data: /^ExecStart=.* serve --data "((?:[^"\\]|\\.)+)"/m,
    variable: /^Environment="?(\w+)=(.*?)"?$/gm,
    decode: fromUnit,
  },
  {
    data: /<string>--data<\/string>\s*<string>([^<]+)</,
    variable: /<key>(\w+)<\/key><string>(.*?)<\/string>/g,
    decode: fromXml,
  },
  {
    data: /serve --data &quot;(.+?)&quot;/,
    variable: /set &quot;(\w+)=(.*?)&quot; &amp;&amp; /g,
    decode: (text: string) => fromBatch(fromXml(text)),
  },
]

/** Returns Kaunta's settings in the text of a service's file, of any format. Other variables are left out. */
export function settingsInFile(text: string): ServiceSettings {
  const names = Object.values(settings).map(({ environment }) => environment)
  const folders = forms.map(({ data, decode }) => decode(data.exec(text)?.[1] ?? ''))
  const pairs = forms.flatMap(({ variable, decode }) =>
    [...text.matchAll(variable)].map(([, name = '', value = '']) => [name, decode(value)] as const),
  )
  return {
    data: folders.find(folder => folder !== ''),
    environment: Object.fromEntries(pairs.filter(([name]) => names.includes(name))),
  }
}
