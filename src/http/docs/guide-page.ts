// Draws the guides: their Markdown, a sidebar with all guides, links between guides that work inside the
// executable, and code that can be copied. Links to files of the repository become plain text.
import { type DocsSection, docsPage } from './docs-page.ts'
import { guideAt, guideFile } from './guide.ts'

/** Pages of the documentation that are not guides. */
const otherPages = ['/docs/errors']

/** The address of this server in the text of a guide. The page shows the reader's address in its place. */
const exampleUrl = 'KAUNTA_URL=http://127.0.0.1:8080'

/**
 * Returns the target of a link on a guide, without the ending `.md`; undefined for a file that the executable
 * does not have.
 */
function targetOf(guidePath: string, href: string): string | undefined {
  if (/^https?:/.test(href)) return href
  const { pathname, hash } = new URL(href, `http://localhost${guidePath}`)
  const page = pathname.replace(/\.md$/, '')
  if (guideAt(page) || otherPages.includes(page)) return `${page}${hash}`
  return guideFile(pathname) === undefined ? undefined : pathname
}

/** Moves the name of a file (`title="…"`) from the start of its block of code to a line above the block. */
const withFileNames = (text: string): string =>
  text.replace(/^```(\w+) title="([\w.-]+)"$/gm, '<p class="file-name">$2</p>\n\n```$1')

/** Returns the text of HTML without its tags. */
const plainText = (html: string): string => html.replace(/<[^>]*>/g, '')

/** Returns the sections of a page: its headings of the second level, with their anchors. */
const sectionsOf = (html: string): DocsSection[] =>
  [...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/gs)].map(([, id = '', inner = '']) => ({
    id,
    title: plainText(inner),
  }))

/** Returns a guide as HTML. Links without a target become text, wide tables scroll, code can be copied. */
function drawGuide(path: string, text: string): string {
  const html = Bun.markdown.html(withFileNames(text), { headings: { ids: true } })
  return new HTMLRewriter()
    .on('a', {
      element(link) {
        const target = targetOf(path, link.getAttribute('href') ?? '')
        if (target === undefined) link.removeAndKeepContent()
        else link.setAttribute('href', target)
      },
    })
    .on('table', {
      element(table) {
        table.before('<div class="wide" tabindex="0">', { html: true })
        table.after('</div>', { html: true })
      },
    })
    .on('pre', {
      element(block) {
        block.before('<div class="code">', { html: true })
        block.setAttribute('tabindex', '0')
        block.after('<button type="button" class="copy">Copy</button></div>', { html: true })
      },
    })
    .transform(html)
}

/** Answers with a guide, or with a file that a guide links to; undefined if the path is neither. */
export function guideAnswer(request: Request): Response | undefined {
  const { pathname, origin } = new URL(request.url)
  const guide = guideAt(pathname)
  if (!guide) return fileAnswerOf(pathname)
  const { path, title, text } = guide
  const body = drawGuide(path, text.replaceAll(exampleUrl, `KAUNTA_URL=${origin}`))
  return docsPage({
    path,
    title,
    body: path === '/docs/quickstart' ? withKeyFields(body) : body,
    sections: sectionsOf(body),
    request,
  })
}

/** Answers with a file that a guide links to; undefined for any other path. */
function fileAnswerOf(path: string): Response | undefined {
  const text = guideFile(path)
  if (text === undefined) return undefined
  return new Response(text, {
    headers: {
      'content-type': 'text/plain;charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  })
}

/**
 * Returns the page with two fields above its first block of code, which `$&` repeats. Their text replaces the
 * keys in all blocks, so that each block works as pasted.
 */
const withKeyFields = (body: string): string =>
  body.replace(
    '<div class="code">',
    `<form class="keys" hidden>
<label>Sandbox key <input data-fills="kn_test_…" placeholder="kn_test_…" autocomplete="off" spellcheck="false"></label>
<label>Signing key <input data-fills="whsec_…" placeholder="whsec_…" autocomplete="off" spellcheck="false"></label>
<p>They fill the lines below, and stay on this page.</p>
</form>$&`,
  )
