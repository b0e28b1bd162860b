// Settings as a table: what is given, what is read, and how a wrong value is refused.
import { describe, expect, test } from 'bun:test'
import { type Config, readConfig, settings } from '../../src/config.ts'
import { faultOf } from '../kit/fault.ts'

const defaults: Config = {
  data: './data',
  databaseUrl: undefined,
  secretKeyFile: undefined,
  host: '0.0.0.0',
  port: 8080,
  httpsPort: 8443,
  httpsRedirect: false,
  tlsCertificate: undefined,
  tlsKey: undefined,
  mdns: true,
  publicUrl: undefined,
  allowedHosts: [],
  trustedProxies: [],
  relayHosts: [],
  rateLimit: 60,
  phonePushes: 40,
  backupTo: undefined,
  backupRecipient: undefined,
  backupPassphraseFile: undefined,
  s3Endpoint: undefined,
  s3Region: 'us-east-1',
  s3AccessKeyId: undefined,
  s3SecretAccessKey: undefined,
  backupLog: true,
  backupKeep: 7,
  selcomUrl: undefined,
  idleHours: 12,
  logLevel: 'info',
}

type Flags = Record<string, unknown>
type Environment = Record<string, string>

const good: [Flags, Environment, Partial<Config>][] = [
  [{}, {}, {}],
  [
    { data: '/srv/kaunta', host: '127.0.0.1', port: '0' },
    {},
    { data: '/srv/kaunta', host: '127.0.0.1', port: 0 },
  ],
  [
    {},
    { KAUNTA_DATA: '/srv/kaunta', KAUNTA_HOST: '::', KAUNTA_PORT: '65535' },
    { data: '/srv/kaunta', host: '::', port: 65_535 },
  ],
  [{ port: '9000' }, { KAUNTA_PORT: '9001' }, { port: 9000 }],
  [
    { httpsPort: '0', httpsRedirect: 'on', mdns: 'off' },
    {},
    { httpsPort: 0, httpsRedirect: true, mdns: false },
  ],
  [{ port: undefined }, { KAUNTA_PORT: '9001' }, { port: 9001 }],
  [{ port: '9000' }, { KAUNTA_PORT: 'never read' }, { port: 9000 }],
  [{ rateLimit: '5', store: 'Duka', json: true }, { HOME: '/root', KAUNTA_ELSE: 'x' }, {}],
  [{}, { KAUNTA_PORT: '', KAUNTA_PUBLIC_URL: '', LOG_LEVEL: '' }, {}],
  [{}, { KAUNTA_RATE_LIMIT: '0' }, { rateLimit: 0 }],
  [{}, { KAUNTA_PUBLIC_URL: 'https://Pay.Example.com/' }, { publicUrl: 'https://pay.example.com' }],
  [{}, { KAUNTA_PUBLIC_URL: 'http://192.168.1.7:8080' }, { publicUrl: 'http://192.168.1.7:8080' }],
  [
    {},
    { KAUNTA_ALLOWED_HOSTS: 'till.lan, Pay.Example.com' },
    { allowedHosts: ['till.lan', 'pay.example.com'] },
  ],
  [{}, { KAUNTA_TRUSTED_PROXIES: '10.0.0.2, fd00::1' }, { trustedProxies: ['10.0.0.2', 'fd00::1'] }],
  [{}, { KAUNTA_IDLE_HOURS: '1' }, { idleHours: 1 }],
  [{}, { LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
]

/** What is given, the flag or variable that is named, what it must be (begins so), and the value as shown. */
const bad: [Flags, Environment, setting: string, expected?: string, value?: string][] = [
  [{ data: '' }, {}, '--data', 'a folder, such as ./data', '""'],
  [{ port: '' }, {}, '--port', 'a whole number from 0 to 65535', '""'],
  [{ port: '65536' }, {}, '--port', 'a whole number from 0 to 65535', '"65536"'],
  [{ port: '-1' }, {}, '--port'],
  [{ mdns: 'yes' }, {}, '--mdns', 'on or off'],
  [{ httpsPort: 'off' }, {}, '--https-port', 'a whole number from 0 (off)'],
  [{ port: '80.0' }, {}, '--port'],
  [{ port: '0x50' }, {}, '--port'],
  [{ port: ' 80' }, {}, '--port'],
  [{ port: '8e1' }, {}, '--port'],
  [{ port: '080' }, {}, '--port'],
  [{ port: true }, {}, '--port'],
  [
    {},
    { KAUNTA_PORT: 'tcp://10.0.0.1:80' },
    'KAUNTA_PORT',
    'a whole number from 0 to 65535, such as 8080',
    '"tcp://10.0.0.1:80"',
  ],
  [{ host: '0.0.0.0:8080' }, {}, '--host', 'an address of this machine without a port'],
  [{}, { KAUNTA_HOST: 'http://x' }, 'KAUNTA_HOST'],
  [{}, { KAUNTA_RATE_LIMIT: 'off' }, 'KAUNTA_RATE_LIMIT', 'a whole number from 0 (off)'],
  [{}, { KAUNTA_RATE_LIMIT: '1000001' }, 'KAUNTA_RATE_LIMIT'],
  [
    {},
    { KAUNTA_PUBLIC_URL: 'pay.example.com' },
    'KAUNTA_PUBLIC_URL',
    'an http or https address without a path',
  ],
  [{}, { KAUNTA_PUBLIC_URL: 'https://pay.example.com/shop' }, 'KAUNTA_PUBLIC_URL'],
  [{}, { KAUNTA_PUBLIC_URL: 'https://pay.example.com?a=b' }, 'KAUNTA_PUBLIC_URL'],
  [{}, { KAUNTA_PUBLIC_URL: 'https://me:secret@pay.example.com' }, 'KAUNTA_PUBLIC_URL'],
  [{}, { KAUNTA_PUBLIC_URL: 'ftp://pay.example.com' }, 'KAUNTA_PUBLIC_URL'],
  [{}, { KAUNTA_PUBLIC_URL: 'https://pay.example.com:99999' }, 'KAUNTA_PUBLIC_URL'],
  [{}, { KAUNTA_ALLOWED_HOSTS: 'till.lan:8080' }, 'KAUNTA_ALLOWED_HOSTS', 'host names without port'],
  [{}, { KAUNTA_ALLOWED_HOSTS: 'till.lan,,x' }, 'KAUNTA_ALLOWED_HOSTS'],
  [{}, { KAUNTA_ALLOWED_HOSTS: '*' }, 'KAUNTA_ALLOWED_HOSTS'],
  [{}, { KAUNTA_TRUSTED_PROXIES: 'proxy.lan' }, 'KAUNTA_TRUSTED_PROXIES', 'IP addresses'],
  [{}, { KAUNTA_TRUSTED_PROXIES: '10.0.0.2/24' }, 'KAUNTA_TRUSTED_PROXIES'],
  [{}, { LOG_LEVEL: 'INFO' }, 'LOG_LEVEL', 'debug, info, warn or error', '"INFO"'],
]

describe('settings are read', () => {
  test.each(good)('%j %j gives %j', (flags, environment, expected) => {
    expect(readConfig(flags, environment)).toEqual({ ...defaults, ...expected })
  })
})

describe('a wrong setting is named with its cure', () => {
  test.each(bad)(
    '%j %j is refused: %s must be %s',
    (flags, environment, setting, expected = '', value = '') => {
      const found = faultOf(() => readConfig(flags, environment))
      expect(found).toMatchObject({ kind: 'validation_error', reason: 'config_invalid' })
      expect(found?.problems.map(({ field }) => field)).toEqual([setting])
      expect(found?.params.expected).toStartWith(expected)
      expect(found?.params.value).toContain(value)
    },
  )
})

test('every setting is in --help', () => {
  for (const setting of Object.values(settings)) {
    expect(setting.description).not.toBe('')
    expect(setting.environment).toMatch(/^(KAUNTA_[A-Z_]+|LOG_LEVEL)$/)
  }
})
