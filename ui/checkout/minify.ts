// Minifies the pages' styles and scripts. All functions are macros: they run while the code is bundled (or,
// from source, while it is loaded), so the binary carries their results and neither esbuild nor this file.
import { transformSync } from 'esbuild'
import { providerNames, readPhone } from '../../src/domain/phone.ts'
import { groupDigitsWhileTyping } from '../../src/domain/shillings.ts'
import { typefaceStyle } from '../kit/typeface.ts'
import trustSheet from '../trust/trust.css' with { type: 'text' }
import trustPageScript from '../trust/trust-script.js' with { type: 'text' }
import checkoutSheet from './checkout.css' with { type: 'text' }
import claimSheet from './claim.css' with { type: 'text' }
import formSheet from './form.css' with { type: 'text' }
import formScript from './form-script.js' with { type: 'text' }
import pageSheet from './page.css' with { type: 'text' }
import pageScript from './page-script.js' with { type: 'text' }
import pictureScriptFile from './picture-script.js' with { type: 'text' }
import shopSheet from './shop.css' with { type: 'text' }
import shopPageScript from './shop-script.js' with { type: 'text' }

/** The oldest browser that the style sheet is written for: the minifier must not write anything newer. */
const oldestBrowser = 'chrome40'

/** The brand of each prefix from 60 to 79, `{"74":"M-Pesa",…}`, from the table that the server uses. */
const networks = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => String(60 + index)).flatMap(prefix => {
    const provider = readPhone(`0${prefix}0000000`)?.provider
    return provider ? [[prefix, providerNames[provider]]] : []
  }),
)

/** Returns a sheet with the typeface before it, minified. */
const minifyStyle = (sheet: string) =>
  transformSync(`${typefaceStyle}${sheet}`, {
    loader: 'css',
    minify: true,
    target: oldestBrowser,
  }).code.trim()

/** Returns the script of every page with `form` inside, minified. */
const minifyPageScript = (form: string) => minifyScript(pageScript.replace(/^ *FORM_SCRIPT$/m, () => form))

/** Returns a script, minified. esbuild refuses syntax newer than ES5 for this target, and writes none. */
const minifyScript = (text: string) => transformSync(text, { minify: true, target: 'es5' }).code.trim()

/**
 * Returns the sheet of the checkout page. Its colours stay as var(), and style.ts replaces them, because old
 * browsers do not know var().
 */
export const checkoutStyle = (): string => minifyStyle(`${pageSheet}${formSheet}${checkoutSheet}`)
/** Returns the sheet of the page of a payment without a session. */
export const paymentStyle = (): string => minifyStyle(pageSheet as string)
/** Returns the sheet of the page where a customer claims a refund. */
export const claimStyle = (): string => minifyStyle(`${pageSheet}${formSheet}${claimSheet}`)
/** Returns the sheet of the shop page. */
export const shopStyle = (): string => minifyStyle(`${pageSheet}${formSheet}${shopSheet}`)
/** Returns the sheet of the page that leads a device to trust this server. */
export const trustStyle = (): string => minifyStyle(`${pageSheet}${trustSheet}`)

/** Returns the script of the checkout page. */
export const checkoutScript = (): string =>
  minifyPageScript(
    formScript
      .replaceAll('NETWORKS', JSON.stringify(networks))
      .replaceAll('GROUPED', () => String(groupDigitsWhileTyping)),
  )
/** Returns the script of pages without a form: a payment without a session, and a refund's claim. */
export const paymentScript = (): string => minifyPageScript('')
/** Returns the script of the page that saves and shares a receipt or a QR code. */
export const pictureScriptText = (): string => minifyScript(pictureScriptFile)
/** Returns the script of the shop page. */
export const shopScriptText = (): string => minifyScript(shopPageScript)
/** Returns the script of the page that leads a device to trust this server. */
export const trustPageScriptText = (): string => minifyScript(trustPageScript)
