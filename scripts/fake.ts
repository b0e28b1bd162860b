// A payment network on this machine, faithful to the real one's protocol: a connector can be tried against it,
// and so can a client of that network. It keeps everything in memory.
//
//   bun scripts/fake.ts selcom --port 9700 --credentials selcom.json
//   bun scripts/fake.ts relay --port 9800 --credentials relay.json
//
// The credentials are those that the real network would give, as `kaunta network connect` reads them. What an
// order does is steered by POST /_fake/orders/{order_id}; scripts/fake/steering.ts has its fields.
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
