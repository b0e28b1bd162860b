// The links of the OpenAPI document: from the response of a creation to the operations on the created object.
// Testing tools follow them.

type Json = Record<string, unknown>
interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Json>>
}
/** The operations of the document by path and method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The paths of the created objects, by the path of the creating operation. */
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

/** Returns the paths with links on the responses of creating operations. */
export function withLinks(paths: Paths): Paths {
  const linkedPaths = Object.entries(creations).flatMap(([path, objectPaths]) => {
    const post = paths[path]?.post
    const answer = post?.responses['201']
    if (!post || !answer) return []
    const responses = { ...post.responses, 201: { ...answer, links: linksTo(paths, objectPaths) } }
    return [[path, { ...paths[path], post: { ...post, responses } }] as const]
  })
  return { ...paths, ...Object.fromEntries(linkedPaths) }
}

/**
 * Returns a link to each operation on these paths or below. The link takes the parameter of the path, such as
 * `{reference}`, from the response with the created object.
 */
function linksTo(paths: Paths, objectPaths: readonly string[]): Json {
  const isLinked = (path: string) =>
    objectPaths.some(objectPath => path === objectPath || path.startsWith(`${objectPath}/`))
  const linkedPaths = Object.entries(paths).filter(([path]) => isLinked(path))
  const operations = linkedPaths.flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId }) => ({ path, operationId })),
  )
  return Object.fromEntries(
    operations.map(({ path, operationId }) => {
      const [, name = ''] = /\{(\w+)\}/.exec(path) ?? []
      return [operationId, { operationId, parameters: { [name]: `$response.body#/data/${name}` } }]
    }),
  )
}
