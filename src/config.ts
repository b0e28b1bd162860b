// The settings of a server: flag, environment variable, default and allowed values. --help and the
// documentation list them. The settings of merchants (fees, webhook addresses) are stored as data.
import { isIP } from 'node:net'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readWebhookHost } from './domain/address.ts'
import { databaseAddress, withoutPassword } from './domain/database-address.ts'
import { badField } from './domain/fault.ts'

export interface Setting<Shape extends TSchema = TSchema> {
  readonly flag?: string // the flag on the command line, if there is one
  readonly environment: string
  readonly default: string // as text; empty when there is no default
  readonly description: string
  readonly expects: string // ends the sentence "--port must be …"
  /** Parses the text; null when it is invalid. */
  readonly read: (text: string) => unknown
  readonly shape: Shape
}

/** Returns the setting itself. Calling it lets TypeScript infer the type of the setting's shape. */
const defineSetting = <Shape extends TSchema>(setting: Setting<Shape>) => setting

const asIs = (text: string) => text
const optionalText = {
  read: (text: string) => text || undefined,
  shape: Type.Union([Type.String(), Type.Undefined()]),
}
/** Defines a setting that is any text, and undefined when it is not set. */
const optional = (environment: string, description: string, expects: string) =>
  defineSetting({ environment, default: '', description, expects, ...optionalText })

// These parse the text of a setting, and return null when it is invalid.
const parseWholeNumber = (text: string) => (/^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : null)
const parseListenAddress = (text: string) => (isIP(text) || /^[a-z0-9][a-z0-9.-]*$/i.test(text) ? text : null)
const parseCommaList = (text: string) =>
  text === '' ? [] : text.split(',').map(part => part.trim().toLowerCase())
const parseAddressList = (text: string) => {
  const addresses = parseCommaList(text)
  return addresses.every(address => isIP(address) > 0) ? addresses : null
}
const parseHostList = (text: string) =>
  parseCommaList(text).every(host => readWebhookHost(host) === true) ? parseCommaList(text) : null
const parseOnOrOff = (text: string) => (text === 'on' || text === 'off' ? text === 'on' : null)
/** Parses an http or https address without a path; undefined when empty, null when invalid. */
function parseOrigin(text: string) {
  if (text === '') return undefined
  const isOrigin = /^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) && URL.canParse(text)
  return isOrigin ? new URL(text).origin : null
}

/** Parses a network's base address: https, or http to this computer. Undefined if empty, null if invalid. */
function parseNetworkAddress(text: string) {
  if (text === '') return undefined
  const url = URL.parse(text)
  const isLoopback = /^http:\/\/(127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(text)
  if (!url || url.search || url.hash) return null
  return url.protocol === 'https:' || isLoopback ? text.replace(/\/+$/, '') : null
}

/** All settings, by their name in `Config`. */
export const settings = {
  data: defineSetting({
    flag: '--data',
    environment: 'KAUNTA_DATA',
    default: './data',
    description: 'the folder that holds everything: payments, staff, the secret key, back-ups',
    expects: 'a folder, such as ./data',
    read: asIs,
    shape: Type.String({ minLength: 1 }),
  }),
  databaseUrl: defineSetting({
    environment: 'KAUNTA_DATABASE_URL',
    default: '',
    description: 'a PostgreSQL database for payments, staff and logins, instead of files in the data folder',
    expects:
      'the address of a PostgreSQL database, such as postgres://kaunta:secret@db.example/kaunta (a password has % as %25, @ as %40, / as %2F, : as %3A)',
    read: databaseAddress,
    shape: Type.Union([Type.String(), Type.Undefined()]),
  }),
  secretKeyFile: optional(
    'KAUNTA_SECRET_KEY_FILE',
    'the secret key that nodes on KAUNTA_DATABASE_URL share (default: secret.key in the data folder)',
    'a file, such as /etc/kaunta/secret.key',
  ),
  host: defineSetting({
    flag: '--host',
    environment: 'KAUNTA_HOST',
    default: '0.0.0.0',
    description: 'the address to listen on; 127.0.0.1 for this machine only',
    expects: 'an address of this machine without a port, such as 0.0.0.0, 127.0.0.1 or ::',
    read: parseListenAddress,
    shape: Type.String(),
  }),
  port: defineSetting({
    flag: '--port',
    environment: 'KAUNTA_PORT',
    default: '8080',
    description: 'the port to listen on; 0 takes a free one',
    expects: 'a whole number from 0 to 65535, such as 8080',
    read: parseWholeNumber,
    shape: Type.Integer({ minimum: 0, maximum: 65_535 }),
  }),
  httpsPort: defineSetting({
    flag: '--https-port',
    environment: 'KAUNTA_HTTPS_PORT',
    default: '8443',
    description: 'the port for https beside http; 0 switches https off',
    expects: 'a whole number from 0 (off) to 65535, such as 8443',
    read: parseWholeNumber,
    shape: Type.Integer({ minimum: 0, maximum: 65_535 }),
  }),
  httpsRedirect: defineSetting({
    flag: '--https-redirect',
    environment: 'KAUNTA_HTTPS_REDIRECT',
    default: 'off',
    description: 'on sends browsers from http to https; switch it on when every device trusts this server',
    expects: 'on or off',
    read: parseOnOrOff,
    shape: Type.Boolean(),
  }),
  tlsCertificate: optional(
    'KAUNTA_TLS_CERT',
    'a file with a certificate of your own and its chain (PEM); it is read again when it changes',
    'a file, such as /etc/kaunta/fullchain.pem',
  ),
  tlsKey: optional(
    'KAUNTA_TLS_KEY',
    'the file with the key of that certificate (PEM)',
    'a file, such as /etc/kaunta/privkey.pem',
  ),
  mdns: defineSetting({
    flag: '--mdns',
    environment: 'KAUNTA_MDNS',
    default: 'on',
    description: 'whether devices in the network find this server as kaunta.local: on or off',
    expects: 'on or off',
    read: parseOnOrOff,
    shape: Type.Boolean(),
  }),
  publicUrl: defineSetting({
    environment: 'KAUNTA_PUBLIC_URL',
    default: '',
    description:
      "the address that customers' links begin with (default: the name in KAUNTA_TLS_CERT, else the first address in the local network)",
    expects: 'an http or https address without a path, such as https://pay.example.com',
    read: parseOrigin,
    shape: Type.Union([Type.String(), Type.Undefined()]),
  }),
  allowedHosts: defineSetting({
    environment: 'KAUNTA_ALLOWED_HOSTS',
    default: '',
    description: 'more host names to accept, with commas between; unknown ones get 421',
    expects: 'host names without port or path, with commas between, such as till.shop.lan,pay.example.com',
    read: parseCommaList,
    shape: Type.Array(Type.String({ pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' })),
  }),
  backupTo: optional(
    'KAUNTA_BACKUP_TO',
    'a second place for back-ups that only this server uses: an existing folder on another disk, or s3://bucket/prefix',
    'a folder, such as /mnt/usb/kaunta, or s3://bucket/prefix',
  ),
  backupLog: defineSetting({
    environment: 'KAUNTA_BACKUP_LOG',
    default: 'on',
    description: 'whether what changed goes to the second place each minute, between two back-ups: on or off',
    expects: 'on or off',
    read: parseOnOrOff,
    shape: Type.Boolean(),
  }),
  backupKeep: defineSetting({
    environment: 'KAUNTA_BACKUP_KEEP',
    default: '7',
    description: 'how many days of back-ups to keep in each place; one is taken each night',
    expects: 'a whole number from 1 to 365, such as 7',
    read: parseWholeNumber,
    shape: Type.Integer({ minimum: 1, maximum: 365 }),
  }),
  backupRecipient: defineSetting({
    environment: 'KAUNTA_BACKUP_RECIPIENT',
    default: '',
    description: 'a public key of age (age1…): copies in the second place are sealed to it',
    expects: 'a public key of age, such as age-keygen prints',
    read: text => text || undefined,
    shape: Type.Union([Type.String({ pattern: '^age1[a-z0-9]+$' }), Type.Undefined()]),
  }),
  backupPassphraseFile: optional(
    'KAUNTA_BACKUP_PASSPHRASE_FILE',
    'a file with a passphrase: copies in the second place are sealed to it',
    'a file',
  ),
  s3Endpoint: defineSetting({
    environment: 'KAUNTA_BUCKET_ENDPOINT',
    default: '',
    description: 'the address of an S3-compatible store, for back-ups (default: that of Amazon)',
    expects: 'an http or https address without a path, such as https://s3.example.com',
    read: parseOrigin,
    shape: Type.Union([Type.String(), Type.Undefined()]),
  }),
  s3Region: defineSetting({
    environment: 'KAUNTA_BUCKET_REGION',
    default: 'us-east-1',
    description: 'the region of the S3-compatible store',
    expects: 'a region, such as af-south-1',
    read: asIs,
    shape: Type.String(),
  }),
  s3AccessKeyId: optional('KAUNTA_BUCKET_ACCESS_KEY_ID', 'the key of the S3-compatible store', 'a key'),
  s3SecretAccessKey: optional('KAUNTA_BUCKET_SECRET_ACCESS_KEY', 'the secret of that key', 'a secret'),
  trustedProxies: defineSetting({
    environment: 'KAUNTA_TRUSTED_PROXIES',
    default: '',
    description: 'addresses of proxies whose X-Forwarded-For is trusted, with commas between',
    expects: 'IP addresses with commas between, such as 10.0.0.2,10.0.0.3',
    read: parseAddressList,
    shape: Type.Array(Type.String()),
  }),
  rateLimit: defineSetting({
    environment: 'KAUNTA_RATE_LIMIT',
    default: '60',
    description: 'requests a minute for each API key; 0 switches request limits off',
    expects: 'a whole number from 0 (off) to 1000000, such as 60',
    read: parseWholeNumber,
    shape: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  }),
  phonePushes: defineSetting({
    environment: 'KAUNTA_PHONE_PUSHES',
    default: '40',
    description:
      'pushes an hour to one phone that nobody paid, by links, tills and API keys together; 0 switches this limit off',
    expects: 'a whole number from 0 (off) to 1000000, such as 40',
    read: parseWholeNumber,
    shape: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  }),
  selcomUrl: defineSetting({
    environment: 'KAUNTA_SELCOM_URL',
    default: '',
    description: "Selcom's base address with its /v1, instead of its own; plain http to this machine only",
    expects: 'an https address, or http to 127.0.0.1 or ::1, such as http://127.0.0.1:9700/v1',
    read: parseNetworkAddress,
    shape: Type.Union([Type.String(), Type.Undefined()]),
  }),
  relayHosts: defineSetting({
    environment: 'KAUNTA_RELAY_HOSTS',
    default: '',
    description: 'private hosts and networks where a relay may send, also by http, with commas between',
    expects: 'hosts, addresses or networks with commas between, such as 10.8.0.0/16,pay.shop.lan',
    read: parseHostList,
    shape: Type.Array(Type.String()),
  }),
  idleHours: defineSetting({
    environment: 'KAUNTA_IDLE_HOURS',
    default: '12',
    description: 'hours after which an unused login ends',
    expects: 'a whole number from 1 to 168, such as 12',
    read: parseWholeNumber,
    shape: Type.Integer({ minimum: 1, maximum: 168 }),
  }),
  logLevel: defineSetting({
    environment: 'LOG_LEVEL',
    default: 'info',
    description: 'the least important log lines to write: debug, info, warn or error',
    expects: 'debug, info, warn or error',
    read: asIs,
    shape: Type.Union([
      Type.Literal('debug'),
      Type.Literal('info'),
      Type.Literal('warn'),
      Type.Literal('error'),
    ]),
  }),
}

type Environment = Readonly<Record<string, string | undefined>>
export type Config = { readonly [Name in keyof typeof settings]: Static<(typeof settings)[Name]['shape']> }

/**
 * Reads the settings. A flag overrides the environment, which overrides the default. An empty variable counts
 * as not set, an empty flag does not.
 * @param flags by the setting's name, as commander passes them
 * @throws Fault `validation_error` that names the flag or variable and what it must be
 */
export function readConfig(flags: Readonly<Record<string, unknown>>, environment: Environment): Config {
  const config: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting>(settings))
    config[name] = readSetting(setting, flags[name], environment)
  return config as Config
}

/** Returns the value of one setting, from its flag, its variable or its default, in this order. */
function readSetting(setting: Setting, flag: unknown, environment: Environment): unknown {
  const isFlagGiven = setting.flag !== undefined && flag !== undefined
  const text = isFlagGiven ? String(flag) : environment[setting.environment] || setting.default
  const value = setting.read(text)
  if (Value.Check(setting.shape, value)) return value
  throw badField(String(isFlagGiven ? setting.flag : setting.environment), 'config_invalid', {
    expected: setting.expects,
    value: JSON.stringify(withoutPassword(text).slice(0, 100)), // enough to recognise it
  })
}
