// What a machine can see of a screen: words that are missing or in the wrong language, and what does not fit.

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z’']{3,}/g) ?? []
type Words = Readonly<Record<string, string>>

/** Finds words that only the English page has, for a Swahili one. */
export function englishOnly({ en, sw }: { readonly en: Words; readonly sw: Words }): (text: string) => string[] {
  const swahili = new Set(wordsOf(Object.values(sw).join('\n')))
  const english = new Set(wordsOf(Object.values(en).join('\n')).filter(word => !swahili.has(word)))
  return text => [...new Set(wordsOf(text).filter(word => english.has(word)))]
}

/** What is read and what is said aloud, without the names of other languages. */
export const wordsOn = () => {
  const attributes = ['aria-label', 'placeholder', 'alt', 'title'].flatMap(name =>
    [...document.querySelectorAll(`[${name}]`)].map(element => element.getAttribute(name) ?? ''),
  )
  const read = [...document.querySelectorAll('body *:not(script, style, [data-language], [data-language] *)')].flatMap(
    ({ childNodes }) =>
      [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent),
  )
  return { said: [document.title, ...read].join('\n'), attributes }
}

/**
 * Elements that are wider than the window, or whose letters are wider than they; only long names may end in dots.
 * @param except a selector of elements that are meant to be so
 */
export const stickingOut = (except: string) => {
  const wide = document.documentElement.clientWidth
  return [...document.querySelectorAll(`body, body *:not(.unseen, script, option, ${except})`)].flatMap(element => {
    const { left, right, width } = element.getBoundingClientRect()
    const isOut = width > 0 && (left < -0.5 || right > wide + 0.5)
    const isTyped = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
    const isDotted = getComputedStyle(element).textOverflow === 'ellipsis' && (element.textContent ?? '').length > 24
    const isCut =
      !isTyped &&
      !isDotted &&
      element instanceof HTMLElement &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.clientWidth > 0
    return isOut || isCut ? [element.outerHTML.slice(0, 120)] : []
  })
}
