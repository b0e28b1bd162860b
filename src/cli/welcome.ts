// The text that `kaunta serve` prints once it listens.

export interface Welcome {
  readonly version: string
  readonly url: string // base address without a trailing slash
  /** Over https, for devices that trust this server's own authority. */
  readonly secureUrl?: string | undefined
  readonly claimCode?: string | undefined // present while there is no owner
  readonly sandboxKey?: string | undefined // present on the first start only
}

/** Returns a shell command that creates a QR payment in the sandbox. */
const tryCommand = (url: string, key: string) =>
  `curl -s ${url}/v1/payments -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"}}'`

/**
 * Returns the text with the addresses of this server and, for a new server, how to set it up.
 * @param isTerminal whether a person sees the text and may scan a QR code of the set-up link
 */
export async function welcomeText(
  { version, url, secureUrl, claimCode, sandboxKey }: Welcome,
  isTerminal: boolean,
): Promise<string> {
  const lines = [
    `Kaunta ${version} is running.`,
    '',
    `  Till     ${url}/till`,
    `  Console  ${url}/admin`,
    `  Phone    ${url}/phone   (a simulated phone that pays in the sandbox)`,
  ]
  if (secureUrl)
    lines.push(`  Secure   ${secureUrl}/till   (after the three steps of ${url}/trust on the device)`)
  if (claimCode) {
    const link = `${url}/admin#claim=${claimCode}`
    lines.push('', 'Set up your shop (the link works once, for 30 minutes):', '', `  ${link}`)
    if (isTerminal) lines.push('', await (await import('qrcode')).toString(link, { type: 'utf8' }))
  }
  if (sandboxKey)
    lines.push(
      '',
      'Or create a QR payment in the sandbox (this key is not shown again):',
      '',
      `  ${tryCommand(url, sandboxKey)}`,
    )
  return `${[...lines, '', 'Stop with Ctrl-C.'].join('\n')}\n`
}
