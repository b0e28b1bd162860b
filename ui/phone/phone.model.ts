// The practice phone: one number, one request at a time, and what was answered.

export type HandsetAnswer = 'approve' | 'decline' | 'wrong_pin'

/** A payment request as the server shows it. */
export interface Prompt {
  readonly id: string
  readonly payee: string
  readonly method: string
  readonly amount: { readonly value: number }
  readonly payment_token: string
  readonly state: string
}

/** A request with the answer of this phone. `amount` is in whole shillings. */
export interface AnsweredPrompt {
  readonly id: string
  readonly payee: string
  readonly amount: number
  readonly token: string
  readonly answer: HandsetAnswer
  readonly phone: string
  /** When it was answered, by this device's clock in milliseconds. */
  readonly at: number
}

export type PhoneView =
  | { readonly kind: 'home' }
  | { readonly kind: 'request'; readonly prompt: Prompt }
  | { readonly kind: 'pin'; readonly prompt: Prompt }
  | { readonly kind: 'message'; readonly answered: AnsweredPrompt }

/** The view that the phone begins with. */
export const homeView: PhoneView = { kind: 'home' }
/** The history holds this many answers. */
const historyMax = 8

/** Returns the 8 digits of a deep link's fragment, `#code=12345678`; undefined for any other. */
export const codeOfFragment = (fragment: string): string | undefined => /^#code=(\d{8})$/.exec(fragment)?.[1]

/** Returns whether a text may be 8 digits or the text of a QR code, and is worth a request. */
export const looksLikeCode = (text: string): boolean =>
  /^\d{8}$/.test(text.replace(/[\s-]/g, '')) || /^0002/.test(text.trim())

/** Returns whether a request waits for an answer. */
export const isOpen = ({ state }: Prompt): boolean => state === 'pending'
/** Returns the requests that wait for an answer. */
export const openPrompts = (prompts: readonly Prompt[]): Prompt[] => prompts.filter(isOpen)

/**
 * Returns the newest request that this phone has not shown; undefined while the person does something else.
 */
export const promptToShow = (
  view: PhoneView,
  isTyping: boolean,
  prompts: readonly Prompt[],
  shown: ReadonlySet<string>,
): Prompt | undefined =>
  view.kind === 'home' && !isTyping ? openPrompts(prompts).find(({ id }) => !shown.has(id)) : undefined

/** Returns the history with one more answer, newest first, one for each request. */
export const historyWith = (history: readonly AnsweredPrompt[], answered: AnsweredPrompt): AnsweredPrompt[] =>
  [answered, ...history.filter(({ id }) => id !== answered.id)].slice(0, historyMax)

/** Returns whether a text can be sent as a PIN; any digits will do. */
export const isPin = (text: string): boolean => /^\d{1,6}$/.test(text)

/** Returns whether a stored value is a history that this version can show. */
export const isHistory = (value: unknown): value is AnsweredPrompt[] =>
  Array.isArray(value) &&
  value.every(
    entry =>
      typeof entry?.id === 'string' && typeof entry.amount === 'number' && typeof entry.at === 'number',
  )
