// The pages' scripts as the pages carry them: minified, with the networks by their prefixes.
import {
  checkoutScript,
  paymentScript,
  pictureScriptText,
  shopScriptText,
  trustPageScriptText,
} from './minify.ts' with { type: 'macro' }

/** The script of the checkout page. */
export const script = checkoutScript()
/** The script of pages without a form: a payment without a session, and a refund's claim. */
export const formlessScript = paymentScript()
/** The script of the page that saves and shares a receipt or a QR code. */
export const pictureScript = pictureScriptText()
/** The script of the shop page. */
export const shopScript = shopScriptText()
/** The script of the page that leads a device to trust this server. */
export const trustScript = trustPageScriptText()
