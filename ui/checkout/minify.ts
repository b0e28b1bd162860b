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

/** The oldest browser that the style sheet is written for: nothing newer is put in to save bytes. */
const oldestBrowser = 'chrome40'

/** `{"74":"M-Pesa",…}`, from the same table that the server uses. */
const networks = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => String(60 + index)).flatMap(prefix => {
    const provider = readPhone(`0${prefix}0000000`)?.provider
    return provider ? [[prefix, providerNames[provider]]] : []
  }),
)

const minifyStyle = (sheet: string) =>
  transformSync(`${typefaceStyle}${sheet}`, {
    loader: 'css',
    minify: true,
    target: oldestBrowser,
  }).code.trim()

/** ES5 in, ES5 out: esbuild refuses newer syntax for this target and writes none. */
const minifyScript = (form: string) =>
  transformSync(
    pageScript.replace(/^ *FORM_SCRIPT$/m, () => form),
    { minify: true, target: 'es5' },
  ).code.trim()

/** Colours stay as var(): style.ts puts them in, for old browsers know no var(). */
export const checkoutStyle = (): string => minifyStyle(`${pageSheet}${formSheet}${checkoutSheet}`)
/** For the page of a payment without a session. */
export const paymentStyle = (): string => minifyStyle(pageSheet as string)
/** For the page where a customer claims a refund. */
export const claimStyle = (): string => minifyStyle(`${pageSheet}${formSheet}${claimSheet}`)
/** For the shop page. */
export const shopStyle = (): string => minifyStyle(`${pageSheet}${formSheet}${shopSheet}`)
/** For the page that leads a device to trust this server. */
export const trustStyle = (): string => minifyStyle(`${pageSheet}${trustSheet}`)

export const checkoutScript = (): string =>
  minifyScript(
    formScript
      .replaceAll('NETWORKS', JSON.stringify(networks))
      .replaceAll('GROUPED', () => String(groupDigitsWhileTyping)),
  )
export const paymentScript = (): string => minifyScript('')
/** For the page that saves and shares a receipt or a QR code. */
export const pictureScriptText = (): string =>
  transformSync(pictureScriptFile, { minify: true, target: 'es5' }).code.trim()
export const shopScriptText = (): string =>
  transformSync(shopPageScript, { minify: true, target: 'es5' }).code.trim()
export const trustPageScriptText = (): string =>
  transformSync(trustPageScript, { minify: true, target: 'es5' }).code.trim()
