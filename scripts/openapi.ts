// Writes the API contract from the routes, docs/openapi.json and docs/till.json: `bun scripts/openapi.ts`.
// With --release they also become, as one document, the contract of the last release,
// docs/openapi.released.json, against which test/endpoint/docs-contract.test.ts looks for breaking changes.
import { parseArgs } from 'node:util'
import { openUnclaimedServer } from '../test/kit/endpoint.ts'
import { consoleContractPath, contractPath, contractText, releasedPath } from '../test/kit/openapi.ts'

const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } })
const box = await openUnclaimedServer()
/** The text of a contract that the running server answers at a path. */
const textOf = async (path: string) => contractText(Object((await box.request({ path })).json))
await Bun.write(contractPath, await textOf('/docs/openapi.json'))
await Bun.write(consoleContractPath, await textOf('/docs/till.json'))
if (values.release) await Bun.write(releasedPath, await textOf('/docs/json'))
await box.close()
