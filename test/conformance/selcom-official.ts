// Runs calls from standard input with Selcom's published client, and prints the answers. A separate process,
// because that client stamps the zone of its machine: TZ=Africa/Dar_es_Salaam.
import { apigwCLient } from 'selcom-apigw-client'

export interface OfficialCall {
  readonly method: 'post' | 'get' | 'delete' | 'sign'
  readonly path: string
  readonly fields: object
}

const [url = '', key = '', secret = ''] = process.argv.slice(2)
const calls: readonly OfficialCall[] = await Bun.stdin.json()
const client = new apigwCLient(url, key, secret)
const answers: unknown[] = []
for (const { method, path, fields } of calls) {
  if (method === 'sign') answers.push(client.computeHeader(fields))
  else if (method === 'post') answers.push(await client.postFunc(path, fields))
  else if (method === 'get') answers.push(await client.getFunc(path, fields))
  else answers.push(await client.deleteFunc(path, fields))
}
console.log(JSON.stringify(answers))
