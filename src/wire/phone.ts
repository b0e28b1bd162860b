// Phone numbers in the API document.

const phonePattern = '^(?:\\+?255|00255|0)?[ .-]?(?:7[0-9]|6[1-35-9])(?:[ .-]?[0-9]){7}$'
/** The pattern of a phone number, for the document only: our check accepts more forms (domain/phone.ts). */
export const phoneHint = {
  documentedPattern: phonePattern,
  examples: ['0754 123 456'],
}

/** For a filter, where an empty text counts as absent. */
export const phoneFilterHint = { ...phoneHint, documentedPattern: `^$|${phonePattern}` }
