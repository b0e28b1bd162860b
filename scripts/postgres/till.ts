// Tills of the proof: each creates a payment under an idempotency key, follows its events, pays it in the
// sandbox and waits until the stream reports it as completed. A request without an answer is sent again with
// its key.

export interface Wait {
  readonly kind: 'create' | 'pay' | 'event'
  readonly at: number // when it ended, and how long it took with all its tries; milliseconds
  readonly ms: number
  readonly tries: number
}

export interface Tills {
  readonly waits: Wait[]
  readonly created: Map<string, string> // sales by their acknowledged reference
  readonly paid: Set<string>
  readonly troubles: Map<string, number> // failures by kind: a status, or a broken connection
  /** Begins no more sales. Resolves when running ones are over. */
  stop(): Promise<void>
}

export interface TillPlan {
  readonly url: string
  readonly key: string
  readonly webhookUrl: string
  readonly tills: number
  readonly pauseMs: number // between two sales of a till, milliseconds
}

/** A request without an answer after this long is sent again. */
const askMaxMs = 10_000
/** Pause before a request is sent again. */
const retryMs = 50
/** How long a browser waits before it opens a broken stream again. */
const streamRetryMs = 1_000
/** A sale that takes longer is given up, and the proof fails. */
const saleMaxMs = 60_000

interface Answer {
  readonly data: { readonly reference: string; readonly status: string }
}

/** Starts the tills, which sell until `stop` is called. */
export function openTills({ url, key, webhookUrl, tills, pauseMs }: TillPlan): Tills {
  const waits: Wait[] = []
  const created = new Map<string, string>()
  const paid = new Set<string>()
  const troubles = new Map<string, number>()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  let isOpen = true

  const note = (trouble: string) => troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1)

  async function send(path: string, json: object, idempotencyKey: string): Promise<Answer | undefined> {
    try {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        body: JSON.stringify(json),
        signal: AbortSignal.timeout(askMaxMs),
      })
      if (answer.ok) return (await answer.json()) as Answer
      const { reason, error_code } = Object(await answer.json())
      note(`${path.split('/', 3).join('/')} ${answer.status} ${reason ?? error_code}`)
    } catch (error) {
      note(`${path.split('/', 3).join('/')} ${error instanceof Error ? error.name : error}`)
    }
    return undefined
  }

  /** Repeats a request until it is answered, and records the wait. Throws after `saleMaxMs`. */
  async function persist(kind: Wait['kind'], ask: () => Promise<Answer | undefined>): Promise<Answer> {
    const began = performance.now()
    for (let tries = 1; ; tries++) {
      const answer = await ask()
      const now = performance.now()
      if (answer) {
        waits.push({ kind, at: now, ms: now - began, tries })
        return answer
      }
      if (now - began > saleMaxMs) throw new Error(`no answer to ${kind} in ${saleMaxMs} ms`)
      await Bun.sleep(retryMs)
    }
  }

  /** Resolves with the number of opened streams, once one reports the payment as completed. */
  async function follow(reference: string, signal: AbortSignal): Promise<number> {
    for (let tries = 1; ; tries++) {
      if (await streamsCompleted(reference, signal)) return tries
      if (signal.aborted) throw new Error(`the stream of ${reference} never said that it is completed`)
      await Bun.sleep(streamRetryMs)
    }
  }

  /** Opens the payment's stream once. Returns whether the payment was completed before the stream ended. */
  async function streamsCompleted(reference: string, signal: AbortSignal): Promise<boolean> {
    let text = ''
    try {
      const answer = await fetch(`${url}/v1/payments/${reference}/events`, { headers, signal })
      if (!answer.ok) note(`stream ${answer.status}`)
      const decoder = new TextDecoder()
      for await (const chunk of answer.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        if (text.includes('"status":"completed"')) return true
      }
    } catch (error) {
      note(`stream ${error instanceof Error ? error.name : error}`)
    }
    return false
  }

  /** Makes one sale: creates the payment, follows it, pays it, and waits for its event. */
  async function sell(sale: string): Promise<void> {
    const body = {
      payment_type: 'dynamic-qr',
      details: { amount: 5_000, currency: 'TZS' },
      metadata: { sale },
      webhook_url: webhookUrl,
    }
    const { data } = await persist('create', () => send('/v1/payments', body, sale))
    created.set(sale, data.reference)
    const end = new AbortController()
    const completion = follow(data.reference, AbortSignal.any([end.signal, AbortSignal.timeout(saleMaxMs)]))
    completion.catch(() => {}) // awaited below
    await persist('pay', () =>
      send(`/v1/sandbox/payments/${data.reference}`, { outcome: 'completed' }, `${sale}-paid`),
    )
    paid.add(data.reference)
    const began = performance.now()
    const tries = await completion
    end.abort()
    const now = performance.now()
    waits.push({ kind: 'event', at: now, ms: now - began, tries })
  }

  /** Runs one till until the tills are stopped. */
  async function run(till: number): Promise<void> {
    // Not all together, as in shops.
    await Bun.sleep((till / tills) * pauseMs)
    for (let count = 0; isOpen; count++) {
      await sell(`t${till}-${count}-${crypto.randomUUID().slice(0, 8)}`).catch(error => note(String(error)))
      await Bun.sleep(pauseMs)
    }
  }

  const all = Array.from({ length: tills }, (_, till) => run(till))
  return {
    waits,
    created,
    paid,
    troubles,
    async stop() {
      isOpen = false
      await Promise.all(all)
    },
  }
}
