// Writes the API contract, docs/openapi.json, from the routes: bun scripts/openapi.ts
// With --release it also becomes the contract of the last release, docs/openapi.released.json, against which
// test/endpoint/docs-contract.test.ts looks for breaking changes.
import { parseArgs } from 'node:util'
import { openUnclaimedServer } from '../test/kit/endpoint.ts'
import { contractPath, contractText, releasedPath } from '../test/kit/openapi.ts'

const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } })
const box = await openUnclaimedServer()
const text = contractText(Object((await box.request({ path: '/docs/json' })).json))
await box.close()
await Bun.write(contractPath, text)
if (values.release) await Bun.write(releasedPath, text)
