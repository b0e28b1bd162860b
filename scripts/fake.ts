// A payment network on this machine, faithful to the real one's protocol: a connector can be tried against it,
// and so can a client of that network. It keeps everything in memory.
//
//   bun scripts/fake.ts selcom --port 9700 --credentials selcom.json
//
// The credentials are those that the real network would give, as `kaunta network connect` reads them. What an
// order does is steered by POST /_fake/orders/{order_id}; scripts/fake/selcom.ts has its fields.
import { fail } from 'node:assert'
import { parseArgs } from 'node:util'
import { readSelcomCredentials } from './fake/selcom.ts'
import { serveSelcom } from './fake/selcom-server.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' }, credentials: { type: 'string' } },
})
const [network] = positionals
if (network !== 'selcom') fail('name the network: selcom')
if (!values.credentials) fail('name the file with its credentials: --credentials FILE')
const credentials = readSelcomCredentials(await Bun.file(values.credentials).json())
const fake = await serveSelcom(credentials, Number(values.port))
console.log(`KAUNTA_SELCOM_URL=${fake.url}`)
