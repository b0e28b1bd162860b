// The part of qrcode that computes the modules. The whole package also draws PNG files and needs the file
// system.
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
