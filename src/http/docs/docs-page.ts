// The frame of every page below /docs: the contents at the side, and the same look in light and dark.
// The API reference draws itself and takes only the contents from here.
import contentsSheet from '../../../ui/docs/contents.css' with { type: 'text' }
import articleSheet from '../../../ui/docs/docs.css' with { type: 'text' }
import script from '../../../ui/docs/docs-script.js' with { type: 'text' }
import { typefacePath, typefaceStyle } from '../../../ui/kit/typeface.ts'
import { htmlAnswer } from '../server/html-answer.ts'
import { chapters, guideOfPage } from './guide.ts'

/** A section of a page, which the contents list below it. */
export interface DocsSection {
  readonly id: string
  readonly title: string
}

/** What one page shows inside the frame. */
interface DocsPage {
  readonly path: string
  readonly title: string
  /** HTML of the article. */
  readonly body: string
  readonly sections: readonly DocsSection[]
  readonly request?: Request | undefined
}

/** The style of the contents, which the API reference also needs. */
export const contentsStyle: string = contentsSheet
/** The script of every page of the documentation. */
export const docsScript: string = script

/** Returns a list of links to the sections of a page as HTML; empty without sections. */
function linksTo(sections: readonly DocsSection[]): string {
  if (sections.length === 0) return ''
  return `<ul>${sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>`
}

/** The pages of the API reference, with their titles. */
const referencePages = [
  ['/docs', 'API reference'],
  ['/docs/errors', 'Errors'],
] as const

/**
 * Returns the contents of the documentation as HTML.
 * @param path of the page that shows them
 * @param sections of that page
 */
export function contentsOf(path: string, sections: readonly DocsSection[] = []): string {
  const linkTo = ([href, title]: readonly [href: string, title: string]) =>
    href === path
      ? `<li><a href="${href}" aria-current="page">${title}</a>${linksTo(sections)}</li>`
      : `<li><a href="${href}">${title}</a></li>`
  const groups = chapters.map(([name, pages], index) => {
    const guides = pages
      .flatMap(page => guideOfPage(page) ?? [])
      .map(({ path, title }) => [path, title] as const)
    // The reference comes after the first guide.
    const links = index === 0 ? guides.toSpliced(1, 0, ...referencePages) : guides
    return `<h2>${name}</h2><ul>${links.map(linkTo).join('')}</ul>`
  })
  return `<nav class="docs-contents" aria-label="Documentation"><a class="docs-home" href="/docs/quickstart">${logo}Kaunta <span>Docs</span></a><details open><summary>Contents</summary>${groups.join('')}</details></nav>`
}

/** The mark of Kaunta (ui/kit/mark.svg), in the page so that it needs no request. */
const logo =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b5d86"/><path d="M10 7v18M22 7.5 11.5 16 22 24.5" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** Answers with a page of the documentation. */
export function docsPage({ path, title, body, sections, request }: DocsPage): Response {
  const style = `${typefaceStyle}${contentsStyle}${articleSheet}`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Kaunta</title>
<link rel="icon" href="/icon-192.png">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${typefacePath}">
<style>${style}</style>
</head>
<body>
<a class="skip-link" href="#main">Skip to content</a>
${contentsOf(path, sections)}
<main id="main" tabindex="-1">${body}</main>
<script>${docsScript}</script>
</body>
</html>`
  return htmlAnswer({ html, style, script: docsScript }, { request })
}
