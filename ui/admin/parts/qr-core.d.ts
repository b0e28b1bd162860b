// The part of qrcode that works out the modules: the whole package draws PNG files, too, and reaches for the
// file system.
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
