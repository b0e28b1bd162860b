// The page's script as it stands in the page: live.js without its comments, with the networks by their
// prefixes put in.
import { providerNames, readPhone } from '../../src/domain/phone.ts'
import text from './live.js' with { type: 'text' }

/** `{"74":"M-Pesa",…}`, asked of the same table that the server uses. */
const networks = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => String(60 + at)).flatMap(prefix => {
    const provider = readPhone(`0${prefix}0000000`)?.provider
    return provider ? [[prefix, providerNames[provider]]] : []
  }),
)

export const script = text
  .replace(/^\s*\/\/.*$/gm, '')
  .replace(/^\s+/gm, '')
  .replace('NETWORKS', JSON.stringify(networks))
  .trim()
