// Reads the owner's certificate from two files, and reads them again when another program renews them.
import { readFileSync, statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { badField } from '../domain/fault.ts'
import type { CertificateSource } from './local-certificate.ts'
import { belongTogether, hostOf, type Pair } from './pair.ts'

/** Returns a text that differs after a file has changed: its time, size and inode. */
const changeOf = (file: string) => {
  const { mtimeMs, size, ino } = statSync(file)
  return `${mtimeMs} ${size} ${ino}`
}

/**
 * Returns a source that reads the owner's certificate from two files (PEM), and reads them again when one of
 * them changes. `current` rejects while a file is missing or the key does not belong to the certificate.
 */
export function ownCertificate(certificateFile: string, keyFile: string): CertificateSource {
  let lastRead: { readonly change: string; readonly pair: Pair } | undefined
  return {
    async current() {
      const change = `${changeOf(certificateFile)} ${changeOf(keyFile)}`
      if (lastRead?.change === change) return lastRead.pair
      const pair = { certificate: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
      if (!belongTogether(pair)) throw new Error(`${keyFile} is not the key of ${certificateFile}`)
      lastRead = { change, pair }
      return pair
    },
    authority: () => undefined,
  }
}

/**
 * Checks that settings with a certificate for https also have its key. Without the key, https would not be
 * served with that certificate, but links would begin with https and its name.
 * @throws Fault `validation_error` that names the missing variable
 */
export function assertCertificateHasKey({
  httpsPort,
  tlsCertificate,
  tlsKey,
}: Pick<Config, 'httpsPort' | 'tlsCertificate' | 'tlsKey'>): void {
  if (httpsPort === 0 || tlsCertificate === undefined || tlsKey !== undefined) return
  throw badField('KAUNTA_TLS_KEY', 'config_invalid', {
    expected: 'a file, because KAUNTA_TLS_CERT and KAUNTA_TLS_KEY belong together',
    value: '""',
  })
}

/** Returns the host of the owner's certificate; undefined if there is none or it cannot be read. */
export function hostOfCertificate({
  httpsPort,
  tlsCertificate,
}: Pick<Config, 'httpsPort' | 'tlsCertificate'>): string | undefined {
  if (httpsPort === 0 || tlsCertificate === undefined) return undefined
  try {
    return hostOf(readFileSync(tlsCertificate, 'utf8'))
  } catch {
    return undefined // serving https reports the error
  }
}
