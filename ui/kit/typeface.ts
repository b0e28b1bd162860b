// The typeface of all pages: Inter with the glyphs of English and Swahili and figures of one width. Pages
// preload it. One that has it too late keeps the letters of the device, drawn as wide and as high as Inter's,
// so that nothing ever moves.

/**
 * The path of the font. The version of the package is in the name, so browsers may cache the file forever.
 */
export const typefacePath = '/font/inter-5.3.0.woff2'

/** Inter's ascent and descent (hhea 1984 and -494 of 2048), divided by how much wider it is than Arial. */
const fallback =
  'size-adjust:107.06%;ascent-override:90.49%;descent-override:22.53%;line-gap-override:0%;src:local("Arial"),local("Roboto"),local("Liberation Sans")'

/** The rules that load Inter, with a fallback of equal width and height. */
export const typefaceStyle = `@font-face{font-family:Inter;font-weight:100 900;font-display:optional;src:url(${typefacePath})format("woff2")}@font-face{font-family:"Inter fallback";${fallback}}`

/** What a page carries in its head. The policy of the page must allow fonts of its own origin. */
export const typefaceHead = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${typefacePath}"><style>${typefaceStyle}</style>`
