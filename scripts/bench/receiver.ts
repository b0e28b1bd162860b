// A webhook receiver for the bench, in a process of its own: it reads each body, answers 200, and reports at
// /rate/{path} how many a second came on that path, once it has received the wanted number of distinct events
// there. Started as `receiver.ts <port> <count> [<milliseconds until it answers>]`.
const [port = '0', count = '1', answerMs = '0'] = process.argv.slice(2)
const wanted = Number(count)

interface Run {
  readonly ids: Set<string>
  since: number
  readonly rate: PromiseWithResolvers<number>
}
const runs = new Map<string, Run>()

/** The deliveries to one path, counted from the first one. */
function runOf(path: string): Run {
  const run = runs.get(path) ?? { ids: new Set(), since: 0, rate: Promise.withResolvers<number>() }
  runs.set(path, run)
  return run
}

/** Two hosts, because Kaunta limits the deliveries to each host. */
const hosts = ['127.0.0.1', '127.0.0.2']
const options = {
  port: Number(port),
  development: false,
  idleTimeout: 0,
  async fetch(request: Request) {
    const path = new URL(request.url).pathname
    if (path === '/ready') return new Response('ready')
    if (path.startsWith('/rate'))
      return new Response(String(await runOf(path.slice('/rate'.length)).rate.promise))
    await request.bytes()
    const run = runOf(path)
    const { ids, rate } = run
    if (ids.size === 0) run.since = performance.now()
    if (ids.add(request.headers.get('webhook-id') ?? '').size === wanted)
      rate.resolve((wanted - 1) / ((performance.now() - run.since) / 1_000))
    if (Number(answerMs) > 0) await Bun.sleep(Number(answerMs))
    return new Response('ok')
  },
}
for (const hostname of hosts) Bun.serve({ ...options, hostname })
process.on('SIGTERM', () => process.exit(0))
