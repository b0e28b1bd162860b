// The links of the OpenAPI document: from the answer of a creation to the operations on the created object.
// Testing tools follow them.

type Json = Record<string, unknown>
interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Json>>
}
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Creating operations, and the paths of the created objects. */
const creations: Readonly<Record<string, readonly string[]>> = {
  '/v1/payments': ['/v1/payments/{reference}', '/v1/sandbox/payments/{reference}'],
  '/v1/payouts/send': ['/v1/payouts/{reference}', '/v1/sandbox/payouts/{reference}'],
  '/v1/payments/{reference}/refunds': ['/v1/refunds/{id}', '/v1/sandbox/refunds/{id}'],
  '/api/v1/sessions': ['/api/v1/sessions/{reference}'],
  '/api/v1/profiles': ['/api/v1/profiles/{id}'],
  '/api/v1/products': ['/api/v1/products/{id}'],
  '/api/v1/keys': ['/api/v1/keys/{id}'],
  '/api/v1/tills': ['/api/v1/tills/{id}'],
  '/api/v1/invitations': ['/api/v1/invitations/{id}'],
}

export function withLinks(paths: Paths): Paths {
  const linked = Object.entries(creations).flatMap(([path, made]) => {
    const post = paths[path]?.post
    const answer = post?.responses['201']
    if (!post || !answer) return []
    const responses = { ...post.responses, 201: { ...answer, links: linksTo(paths, made) } }
    return [[path, { ...paths[path], post: { ...post, responses } }] as const]
  })
  return { ...paths, ...Object.fromEntries(linked) }
}

function linksTo(paths: Paths, made: readonly string[]): Json {
  const operations = Object.entries(paths)
    .filter(([path]) => made.some(link => path === link || path.startsWith(`${link}/`)))
    .flatMap(([path, methods]) => Object.values(methods).map(({ operationId }) => ({ path, operationId })))
  return Object.fromEntries(
    operations.map(({ path, operationId }) => {
      const [, name = ''] = /\{(\w+)\}/.exec(path) ?? []
      return [operationId, { operationId, parameters: { [name]: `$response.body#/data/${name}` } }]
    }),
  )
}
