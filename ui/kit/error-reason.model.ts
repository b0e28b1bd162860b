// What the box's refusals mean that a person may meet in the console: its sentences are English, and name
// fields as the API does. One table, by error code and what the sentence says after the field's name; of
// those that are not in it, the box's words stay.

type ErrorText = keyof typeof import('./errors.text.ts').refusals.en

type Rule = readonly [errorCode: string, says: RegExp, word: ErrorText]
const [wrong, state, conflict] = ['validation_error', 'invalid_state', 'conflict']

/** The first that fits counts; what is in brackets are the numbers of the words. */
const rules: readonly Rule[] = [
  [
    wrong,
    /^must be an http:\/\/ or https:\/\/ address|^must be a valid web address|^must name a host/,
    'web',
  ],
  [wrong, /^must be an https:\/\/ address/, 'web_https'],
  [wrong, /^must not carry a user name or password/, 'web_login'],
  [wrong, /^must not contain spaces/, 'web_spaces'],
  [wrong, /^must not be a link-local/, 'web_reserved'],
  [wrong, /^must be a public address/, 'web_private'],
  [wrong, /^is required, for this account has no webhook address/, 'web_none'],
  [wrong, /^must not be empty|^is required/, 'empty'],
  [wrong, /^must (?:have|be) (?:1 to |at most )(\d+) characters/, 'long'],
  [wrong, /^must have at least (\d+) characters/, 'short'],
  [wrong, /^must not contain control characters/, 'control'],
  [wrong, /^must be a Tanzanian mobile number/, 'phone'],
  [wrong, /^must be an e-mail address/, 'email'],
  [wrong, /^belongs to somebody/, 'email_taken'],
  [wrong, /^must be 4 to 8 digits/, 'pin'],
  [wrong, /^is too easy to guess/, 'pin_easy'],
  [wrong, /^must be at least (\d+)$/, 'least'],
  [wrong, /^must be at most (\d+)(?:, this account's own limit)?$/, 'most'],
  [wrong, /^must be from (\d+) to (\d+)/, 'between'],
  [wrong, /^must be a whole number/, 'whole'],
  [wrong, /^must be one of /, 'choice'],
  [wrong, /^must be (\d+) to (\d+) letters and digits/, 'receipt'],
  [wrong, /^is refused: .* is not in the shop’s own network/, 'printer_far'],
  [wrong, /^is refused: .* is this box itself/, 'printer_self'],
  [wrong, /^must be at most (\d+) pixels/, 'picture_wide'],
  [wrong, /, or is damaged: save it again/, 'picture'],
  [wrong, /^is no profile of this account/, 'profile_gone'],
  ['unsupported_media_type', /^SVG can carry scripts|^send the picture itself/, 'picture'],
  ['payload_too_large', /(?:)/, 'too_large'],
  [state, /^this money has been settled already/, 'settled'],
  [state, /^this till is revoked/, 'till_revoked'],
  [state, /^this is the default profile/, 'profile_default'],
  [state, /^an account has at most (\d+) profiles/, 'profile_most'],
  [state, /^this is the last owner/, 'owner_last'],
  [state, /^you are the owner already/, 'owner_already'],
  [state, /^the payment is /, 'payment_state'],
  [state, /^the session is /, 'session_state'],
  [state, /^this event is older than (\d+) days/, 'event_old'],
  [conflict, /^the network has not said whether/, 'outcome'],
  [conflict, /^the receipt .* has paid for another payment/, 'receipt_used'],
  ['insufficient_balance', /(?:)/, 'balance'],
  ['not_found', /(?:)/, 'gone'],
]

/** What only lists are asked with: nobody typed these into a form. */
const filterFields = ['day', 'from', 'to', 'limit', 'offset', 'status', 'kind', 'state', 'event_type']

export interface Refused {
  readonly word: ErrorText
  /** The numbers that the words have a place for. */
  readonly numbers: { readonly a?: string; readonly b?: string }
}

/**
 * @param sentence of a whole refusal or of one field's problem, with the field's name before it @param field
 * undefined where none is blamed
 */
export function refusedFor(
  errorCode: string,
  sentence: string,
  field: string | undefined,
): Refused | undefined {
  const says =
    field !== undefined && sentence.startsWith(`${field} `) ? sentence.slice(field.length + 1) : sentence
  if (errorCode === wrong && field !== undefined && filterFields.includes(field))
    return { word: 'filter', numbers: {} }
  for (const [code, pattern, word] of rules) {
    const found = code === errorCode && pattern.exec(says)
    if (found)
      return { word, numbers: { ...(found[1] ? { a: found[1] } : {}), ...(found[2] ? { b: found[2] } : {}) } }
  }
  return undefined
}
