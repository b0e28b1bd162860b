// Pictures of pages for people, and automatic checks of them: nothing sticks out, and no word is missing or
// of the other language. The pages must already be open, with their theme and language.

import { expect } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { isProof } from './proof.ts'

export const languages = ['en', 'sw'] as const
export const widths = [360, 1280] as const
export type Theme = 'light' | 'dark'
export type Language = (typeof languages)[number]

/** A theme and a language, and the widths to check a page in without loading it again. */
export interface Dress {
  readonly theme: Theme
  readonly language: Language
  readonly widths: readonly number[]
}

/**
 * Returns every theme in every language at every width in the proof. In `test` it returns one look, the one
 * that differs most from what the other tests see: dark, in Swahili, at the narrowest width.
 */
export function dresses(all: readonly number[] = widths): Dress[] {
  if (!isProof) return [{ theme: 'dark', language: 'sw', widths: all.slice(0, 1) }]
  return (['light', 'dark'] as const).flatMap(theme =>
    languages.map(language => ({ theme, language, widths: all })),
  )
}

/** Returns the looks, one per width. */
export const looks = (all?: readonly number[]) =>
  dresses(all).flatMap(({ theme, language, widths }) => widths.map(width => ({ theme, language, width })))

/** Creates an empty folder below dist/screens. */
export function newScreens(name: string): string {
  const folder = join(import.meta.dir, '../../dist/screens', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/**
 * Draws a page or a part of it, only in the proof.
 * @param fullPage false for the first screen of a very long page
 */
export async function shoot(
  of: Page | Locator,
  folder: string,
  name: string,
  fullPage = true,
): Promise<void> {
  if (!isProof) return
  const path = join(folder, `${name}.png`)
  if ('goto' in of) await of.screenshot({ path, fullPage, animations: 'disabled' })
  else await of.screenshot({ path, animations: 'disabled' })
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z’']{3,}/g) ?? []

/** Finds words of these English texts that no Swahili text has. */
export function newEnglishFinder(
  texts: readonly { readonly en: object; readonly sw: object }[],
): (text: string) => string[] {
  const all = (language: Language) =>
    new Set(texts.flatMap(text => wordsOf(Object.values(text[language]).join('\n'))))
  const english = all('en').difference(all('sw'))
  return text => [...new Set(wordsOf(text).filter(word => english.has(word)))]
}

/** Returns visible and spoken words, without the names of other languages. A missing text is an error. */
export async function wordsOn(page: Page, name: string): Promise<string> {
  const { said, attributes } = await page.evaluate(readAll)
  const text = [said, ...attributes].join('\n')
  expect([name, text.match(/{{|}}|undefined|\bnull\b|NaN|\[object/)]).toEqual([name, null])
  return text
}

/** Returns all texts on a page. */
export const readAll = () => {
  const attributes = ['aria-label', 'placeholder', 'alt', 'title'].flatMap(name =>
    [...document.querySelectorAll(`[${name}]`)].map(element => element.getAttribute(name) ?? ''),
  )
  const aside = ['script', 'style', 'pre', 'code', '[data-language]'].flatMap(one => [one, `${one} *`])
  const read = [...document.querySelectorAll(`body *:not(${aside.join(', ')})`)].flatMap(({ childNodes }) =>
    [...childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent),
  )
  return { said: [document.title, ...read].join('\n'), attributes }
}

/**
 * Returns targets smaller than 44 pixels. A row can be touched anywhere, a tick on its words; a link inside a
 * sentence is as high as its line.
 */
export const smallTargets = () => {
  const area = (element: Element) => {
    if (element.matches('.row-link')) return element.closest('tr') ?? element
    if (element.matches('[type=checkbox], [type=radio]'))
      return element.closest('label, .mantine-Checkbox-body') ?? element
    return (element.matches('input') && element.closest('.mantine-Input-wrapper')) || element
  }
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
    )
  return [
    ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=slider]'),
  ].flatMap(element => {
    const { width, height } = area(element).getBoundingClientRect()
    const isGone =
      !area(element).checkVisibility() ||
      element.matches('.skip-link, .visually-hidden, [type=file]') ||
      width === 0
    // A mouse needs less of a row that is as wide as the page or the side navigation.
    const heightMin =
      element.matches('.row-link, .list [role=switch], .side .nav-link') &&
      matchMedia('(pointer: fine)').matches
        ? 35.9
        : 43.9
    if (isGone || isInSentence(element) || (width >= 43.9 && height >= heightMin)) return []
    return [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`]
  })
}

/** For `stickingOut`, where nothing may. */
export const nothing = ':not(*)'

/**
 * Returns elements that are wider than the window, or whose letters are wider than they. Only long names may
 * end in dots.
 * @param except a selector of intended ones
 */
export const stickingOut = (except: string) => {
  const wide = document.documentElement.clientWidth
  return [
    ...document.querySelectorAll(`body, body *:not(.visually-hidden, script, option, ${except})`),
  ].flatMap(element => {
    const { left, right, width } = element.getBoundingClientRect()
    const isOut = width > 0 && (left < -0.5 || right > wide + 0.5)
    const isTyped = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
    const isDotted =
      getComputedStyle(element).textOverflow === 'ellipsis' && (element.textContent ?? '').length > 24
    const isCut =
      !isTyped &&
      !isDotted &&
      element instanceof HTMLElement &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.clientWidth > 0
    return isOut || isCut ? [element.outerHTML.slice(0, 120)] : []
  })
}
