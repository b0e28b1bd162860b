// The practice phone: one number, one request at a time, and what was answered.
//

export type HandsetAnswer = 'approve' | 'decline' | 'wrong_pin'

/** One payment request as the server shows it. */
export interface Prompt {
  readonly id: string
  readonly payee: string
  readonly method: string
  readonly amount: { readonly value: number }
  readonly payment_token: string
  readonly state: string
}

export interface AnsweredPrompt {
  readonly id: string
  readonly payee: string
  readonly amount: number
  readonly token: string
  readonly answer: HandsetAnswer
  readonly phone: string
  /** This device's clock, milliseconds. */
  readonly at: number
}

export type PhoneView =
  | { readonly kind: 'home' }
  | { readonly kind: 'request'; readonly prompt: Prompt }
  | { readonly kind: 'pin'; readonly prompt: Prompt }
  | { readonly kind: 'message'; readonly answered: AnsweredPrompt }

export const homeView: PhoneView = { kind: 'home' }
const answersKept = 8

/** The 8 digits of a deep link's fragment, `#code=12345678`. */
export const codeOfFragment = (fragment: string): string | undefined => /^#code=(\d{8})$/.exec(fragment)?.[1]

/** Whether this could be 8 digits or the text of a QR code, and is worth a request. */
export const looksLikeCode = (text: string): boolean =>
  /^\d{8}$/.test(text.replace(/[\s-]/g, '')) || /^0002/.test(text.trim())

/** Requests that wait for an answer. One that never got an answer from the network still takes one. */
export const isOpen = ({ state }: Prompt): boolean => state === 'pending'
export const openPrompts = (prompts: readonly Prompt[]): Prompt[] => prompts.filter(isOpen)

/** The newest request that this phone has not shown, to be shown unless the person does something else. */
export const promptToShow = (
  view: PhoneView,
  typing: boolean,
  prompts: readonly Prompt[],
  shown: ReadonlySet<string>,
): Prompt | undefined =>
  view.kind === 'home' && !typing ? openPrompts(prompts).find(({ id }) => !shown.has(id)) : undefined

/** The newest answers first, one for each request. */
export const historyWith = (history: readonly AnsweredPrompt[], answered: AnsweredPrompt): AnsweredPrompt[] =>
  [answered, ...history.filter(({ id }) => id !== answered.id)].slice(0, answersKept)

export const isPin = (text: string): boolean => /^\d{1,6}$/.test(text)

export const isHistory = (value: unknown): value is AnsweredPrompt[] =>
  Array.isArray(value) &&
  value.every(
    entry =>
      typeof entry?.id === 'string' && typeof entry.amount === 'number' && typeof entry.at === 'number',
  )
