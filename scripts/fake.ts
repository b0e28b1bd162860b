// A payment network on this machine that follows the real one's protocol, for trying a connector or another
// client of that network. It keeps everything in memory.
//
//   bun scripts/fake.ts selcom --port 9700 --credentials selcom.json
//   bun scripts/fake.ts relay --port 9800 --credentials relay.json
//
// The credentials have the form of the real network's, as `kaunta network connect` reads them. POST
// /_fake/orders/{order_id} decides the outcome of an order; scripts/fake/steering.ts has its fields.
import { fail } from 'node:assert'
import { parseArgs } from 'node:util'
import { readRelayCredentials } from './fake/relay.ts'
import { serveRelay } from './fake/relay-server.ts'
import { readSelcomCredentials } from './fake/selcom.ts'
import { serveSelcom } from './fake/selcom-server.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' }, credentials: { type: 'string' } },
})
const [network] = positionals
if (network !== 'selcom' && network !== 'relay') fail('name the network: selcom or relay')
if (!values.credentials) fail('name the file with its credentials: --credentials FILE')
const credentials: unknown = await Bun.file(values.credentials).json()
const port = Number(values.port)
if (network === 'selcom') {
  const { url } = await serveSelcom(readSelcomCredentials(credentials), port)
  console.log(`KAUNTA_SELCOM_URL=${url}`)
} else {
  const { origin } = await serveRelay(readRelayCredentials(credentials).api_key, port)
  console.log(`url: ${origin}`)
}
