// QR codes in the terminal, which a camera reads as the printed address: the output of `kaunta open`, and the
// set-up link of a first start.
import { expect, test } from 'bun:test'
import jsQr from 'jsqr'
import { pagesText } from '../../src/cli/open.ts'
import { welcomeText } from '../../src/cli/welcome.ts'

const scale = 4

/** Reads the text of a QR code printed in half blocks, two modules on top of each other. */
function scanned(lines: readonly string[]): string | undefined {
  const width = lines[0]?.length ?? 0
  const isLight = (x: number, y: number) => {
    const mark = lines[Math.floor(y / 2)]?.[x] ?? ' '
    return mark === '█' || mark === (y % 2 === 0 ? '▀' : '▄')
  }
  const height = lines.length * 2
  const pixels = new Uint8ClampedArray(width * scale * height * scale * 4)
  for (let y = 0; y < height * scale; y++)
    for (let x = 0; x < width * scale; x++)
      pixels.fill(
        isLight(Math.floor(x / scale), Math.floor(y / scale)) ? 255 : 0,
        (y * width * scale + x) * 4,
        (y * width * scale + x) * 4 + 4,
      )
  return jsQr(pixels, width * scale, height * scale)?.data
}

test('console, till and API reference are printed as addresses and QR codes', async () => {
  const text = await pagesText('http://192.168.1.10:8080')
  const codes = text.split(/^\w.*\n/m).slice(1)
  const scans = codes.map(code => scanned(code.split('\n').filter(line => line !== '')))
  const addresses = ['/admin', '/till', '/docs'].map(path => `http://192.168.1.10:8080${path}`)
  expect(scans).toEqual(addresses)
  for (const address of addresses) expect(text).toContain(address)
})

const welcome = { version: '0.1.0', url: 'http://192.168.1.10:8080', claimCode: 'abcdefgh2345' }
const qrLines = (text: string) => text.split('\n').filter(line => /[█▀▄]/.test(line))

test('the set-up link of a first start is printed on a terminal', async () => {
  const text = await welcomeText(welcome, true)
  expect(scanned(qrLines(text))).toBe('http://192.168.1.10:8080/admin#claim=abcdefgh2345')
  expect(text).toContain('  http://192.168.1.10:8080/admin#claim=abcdefgh2345\n')
})

test('the address of a till over https is printed, with the page where its device learns to trust the server', async () => {
  const text = await welcomeText({ ...welcome, secureUrl: 'https://192.168.1.10:8443' }, false)
  expect(text).toContain('  Secure   https://192.168.1.10:8443/till')
  expect(text).toContain('http://192.168.1.10:8080/trust')
  expect(await welcomeText(welcome, false)).not.toContain('https')
})

test('no QR code is printed in a log, nor once there is an owner', async () => {
  expect(qrLines(await welcomeText(welcome, false))).toEqual([])
  expect(qrLines(await welcomeText({ ...welcome, claimCode: undefined }, true))).toEqual([])
})
