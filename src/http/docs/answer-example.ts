// The example of each response in the API reference: the real response to a real request, which
// test/endpoint/docs.test.ts records with UPDATE=1 and compares.
import recorded from './answer-example.json' with { type: 'text' }

/** Examples by operation and status. */
type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The recorded examples, parsed only when the document is built, which most servers never do. */
let parsedExamples: Examples | undefined

/**
 * Returns the response of an operation with its recorded example, if there is one.
 * @param id of the operation
 */
export function withExample(answer: object, id: string, status: string): object {
  parsedExamples ??= JSON.parse(recorded as unknown as string) as Examples
  const { content } = answer as { content?: Record<string, object> }
  const json = content?.['application/json']
  const value = parsedExamples[id]?.[status]
  if (!json || value === undefined) return answer
  const examples = { Example: { value } }
  return { ...answer, content: { ...content, 'application/json': { ...json, examples } } }
}
