// The part of qrcode that computes modules, without its image writers, which load zlib and streams.
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
