// The pages' scripts as the pages carry them: minified, with the networks by their prefixes.
import {
  checkoutScript,
  paymentScript,
  pictureScriptText,
  shopScriptText,
  trustPageScriptText,
} from './minify.ts' with { type: 'macro' }

export const script = checkoutScript()
/** For the page of a payment without a session, which has no form. */
export const formlessScript = paymentScript()
/** For the page that saves and shares a receipt or a QR code. */
export const pictureScript = pictureScriptText()
/** For the shop page. */
export const shopScript = shopScriptText()
/** For the page that leads a device to trust this server. */
export const trustScript = trustPageScriptText()
