// Serves https in the shop's network, with a certificate of this server's own authority or of the owner, and
// announces the name kaunta.local. It starts after http does, and only logs failures.
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { listenAddresses, plainHost, reachOfHost } from '../domain/address.ts'
import type { Seal } from '../store/folder/seal.ts'
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'
import { cardsBehind } from './card.ts'
import type { Certify } from './certify.ts'
import { type CertificateSource, localCertificate } from './local-certificate.ts'
import type { Mdns } from './mdns.ts'
import { ownCertificate } from './own-certificate.ts'
import { namesHost, type Pair, validityOf } from './pair.ts'
import { keepCertificate } from './renewal.ts'

interface LanSettings {
  readonly host: string
  readonly httpsPort: number // 0 serves no https
  readonly mdns: boolean
  readonly tlsCertificate: string | undefined
  readonly tlsKey: string | undefined
}

interface LanParts {
  readonly world: World
  readonly certify: Certify
  readonly store: Store
  readonly seal: Seal
  readonly settings: LanSettings
  readonly builtAt: number
  readonly moreNames: readonly string[] // names from the settings
  /** The addresses of this machine now, IPv4 first. */
  readonly addresses: () => readonly string[]
}

/** The sockets that http opened. */
interface Sockets {
  readonly port: number
  serveHttps(port: number, pair: Pair): number
}

interface Place {
  readonly url: string
  readonly kind: 'name' | 'address'
  readonly isSecure: boolean
}

export interface Lan {
  /** The base addresses under which devices reach this server now, names first. */
  places(): readonly Place[]
  /** The port of https; undefined while it is not served. */
  httpsPort(): number | undefined
  /** Whether https is served with a certificate that names this host, as in a URL. */
  isCertified(host: string): boolean
  /** Whether https is served, and until when its certificate is valid (ms since 1970). */
  https(): { readonly state: 'on' | 'off' | 'failed'; readonly until: number | undefined }
  /** The authority that devices have to trust, as PEM; undefined when there is none to install. */
  authority(): string | undefined
  /** Resolves once https is served or has failed. The first start takes longer, to create the certificate. */
  whenBegun(): Promise<void>
  /** Serves https and announces the name. Never throws. */
  start(sockets: Sockets): Promise<void>
  stop(): Promise<void>
}

/** The https that is served now. */
interface Served {
  readonly port: number
  readonly certificate: X509Certificate
  readonly until: number // when the certificate expires, in milliseconds since 1970
}

/** Describes https that is served with this certificate on this port. */
const servedWith = ({ certificate }: Pair, port: number): Served => ({
  port,
  certificate: new X509Certificate(certificate),
  until: validityOf(certificate).until,
})

/** Returns a host as a URL needs it: an IPv6 address in brackets. */
const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Returns the service that runs https and announces the local name. Nothing runs before `start`. */
export function newLan(parts: LanParts): Lan {
  const { world, settings } = parts
  const source = sourceOf(parts)
  let port = 0
  let served: Served | undefined
  let mdns: Mdns | undefined
  let stopRenewal = () => {}
  const { promise: whenBegun, resolve: hasBegun } = Promise.withResolvers<void>()
  const isCertified = (host: string) => served !== undefined && namesHost(served.certificate, plainHost(host))

  /** Returns the local name, and the names from the settings that the owner's certificate contains. */
  function names() {
    const localName = mdns?.name()
    const hasOwnersCertificate = source.authority() === undefined
    const candidates = hasOwnersCertificate ? new Set(parts.moreNames) : []
    const certifiedNames = [...candidates].filter(name => isIP(name) === 0 && isCertified(name))
    return localName === undefined ? certifiedNames : [localName, ...certifiedNames]
  }

  return {
    places: () =>
      hostsOf(parts, names()).flatMap(({ host, kind }) => {
        const httpPlace = { url: `http://${inUrl(host)}:${port}`, kind, isSecure: false }
        if (!isCertified(host)) return [httpPlace]
        return [{ url: `https://${inUrl(host)}:${served?.port}`, kind, isSecure: true }, httpPlace]
      }),
    httpsPort: () => served?.port,
    isCertified,
    https: () => ({ state: httpsStateOf(settings, served?.port), until: served?.until }),
    whenBegun: () => whenBegun,
    authority: () => (served === undefined ? undefined : source.authority()),

    async start(sockets) {
      port = sockets.port
      if (settings.httpsPort > 0) {
        const renewal = keepCertificate(world, source, pair => {
          served = servedWith(pair, sockets.serveHttps(settings.httpsPort, pair))
        })
        stopRenewal = renewal.stop
        await renewal.check()
      }
      hasBegun()
      // The network may come later than this server, so it does not matter whether there is a card now.
      if (!settings.mdns || reachOfHost(settings.host) === 'loopback') return
      try {
        const { answerMdns } = await import('./mdns.ts')
        const cards = () => cardsBehind(settings.host)
        mdns = answerMdns({ world, cards, ports: () => ({ httpPort: port, httpsPort: served?.port }) })
      } catch (error) {
        world.log('info', 'no mDNS', { error: String(error) })
      }
    },

    async stop() {
      stopRenewal()
      await mdns?.stop()
    },
  }
}

/** Returns the hosts under which devices reach this server: first the given names, then its addresses. */
function hostsOf({ settings, addresses }: LanParts, names: readonly string[]) {
  const shownAddresses = listenAddresses(settings.host, addresses())
  return [
    ...names.map(host => ({ host, kind: 'name' as const })),
    ...shownAddresses.map(host => ({ host, kind: 'address' as const })),
  ]
}

/** Returns `off` if the settings switch https off, `on` while it is served, and `failed` otherwise. */
function httpsStateOf({ httpsPort }: LanSettings, servedPort: number | undefined) {
  if (httpsPort === 0) return 'off'
  return servedPort ? 'on' : 'failed'
}

/**
 * Returns the source of certificates: the owner's files if the settings name them, else the certificate that
 * this server makes for itself.
 */
function sourceOf({ settings, ...parts }: LanParts): CertificateSource {
  const { tlsCertificate, tlsKey } = settings
  if (tlsCertificate !== undefined && tlsKey !== undefined) return ownCertificate(tlsCertificate, tlsKey)
  return localCertificate({ ...parts, hostname: hostname() })
}
