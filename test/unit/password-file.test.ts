// Where `kaunta init` takes the owner's password from.
import { expect, test } from 'bun:test'
import { type PasswordOptions, readPassword } from '../../src/cli/password.ts'
import { secretText } from '../../src/domain/secret-text.ts'

const files: Record<string, string> = { 'secret.txt': 'siri kubwa\n', '-': 'siri ndogo\r\n', plain: ' siri ' }

async function reading(options: PasswordOptions) {
  const warned: string[] = []
  const password = await readPassword(options, {
    async read(file) {
      const text = files[file]
      if (text === undefined) throw new Error('ENOENT')
      return text
    },
    warn: line => warned.push(line),
  }).catch(error => error.message)
  return { password, warned }
}

const quiet: [PasswordOptions, string][] = [
  [{ passwordFile: 'secret.txt' }, 'siri kubwa'],
  [{ passwordFile: '-' }, 'siri ndogo'],
  [{ passwordFile: 'plain' }, ' siri '],
  [{ passwordFile: 'gone' }, 'cannot read the password from gone: ENOENT'],
  [{}, 'give the password with --password-file FILE (- for standard input)'],
  [{ password: 'a', passwordFile: 'plain' }, 'give --password-file or --password, not both'],
]
test.each(quiet)('%j: %s', async (options, password) => {
  expect(await reading(options)).toEqual({ password, warned: [] })
})

test('on the command line it works, with a warning that does not repeat it', async () => {
  const { password, warned } = await reading({ password: 'siri' })
  expect(password).toBe('siri')
  expect(warned.join()).toContain('--password-file')
  expect(warned.join()).not.toContain('siri')
})

test('the text of a secret is UTF-8, whatever editor saved it', () => {
  const texts: [string, Uint8Array, string | undefined][] = [
    ['UTF-8', Buffer.from('siri zetu é\n'), 'siri zetu é\n'],
    ['UTF-8 with a mark', Buffer.from('\ufeffsiri é'), 'siri é'],
    ['Windows-1252', Buffer.from('siri zetu \xe9', 'latin1'), undefined],
    ['UTF-16 without a mark', Buffer.from('siri zetu', 'utf16le'), undefined],
    ['UTF-16 with a mark', Buffer.from('\ufeffsiri zetu', 'utf16le'), undefined],
    ['UTF-16, the other way round', Buffer.from('siri zetu', 'utf16le').swap16(), undefined],
    ['UTF-32', Buffer.from(Uint32Array.from('siri', letter => letter.charCodeAt(0)).buffer), undefined],
  ]
  for (const [name, bytes, text] of texts) expect([name, secretText(bytes)]).toEqual([name, text])
})
