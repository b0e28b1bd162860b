// The rule of an app that forwards SMS, in the app's own format: SMS to URL Forwarder (bogkonstantin) from
// version 2.4.0 on.
import { type SmsProvider, smsSenders } from '../domain/sms-template.ts'

/** Returns the pattern of the names and numbers from which this provider sends payment SMS. */
const sendersPattern = (provider: SmsProvider) => String.raw`(?i)^\s*(${smsSenders[provider].join('|')})\s*$`

const template = `{
  "from": "%from%",
  "text": "%text%",
  "sentStamp": %sentStamp%,
  "receivedStamp": %receivedStamp%,
  "sim": "%sim%"
}`

interface ForwarderRule {
  /** A rule replaces an existing rule with the same key. */
  readonly key: string
  readonly provider: SmsProvider
  readonly url: string
  readonly secret: string
}

/**
 * Returns the content of the file that the app imports: one rule, which signs the provider's SMS and forwards
 * only these. The app stores an SMS that it cannot send, and also works without the internet.
 */
export const forwarderRules = ({ key, provider, url, secret }: ForwarderRule) => [
  {
    key,
    sender: sendersPattern(provider),
    is_sender_regex: true,
    sms_filter: '',
    // This filter matches no notification, because any app on the phone can post one.
    notification_filter: '(?!)',
    url,
    sim_slot: 0,
    template,
    headers: '{"User-Agent":"SMS Forwarder App"}',
    retries_number: 10,
    ignore_ssl: false,
    chunked_mode: false,
    is_sms_enabled: true,
    sign_hmac_sha256: true,
    sign_hmac_sha256_secret: secret,
    store_failed: true,
    local_mode: true,
  },
]
