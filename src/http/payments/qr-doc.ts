// The API reference of QR images, of payments and of session links.
import { Type } from '@sinclair/typebox'
import type { Right } from '../../domain/account.ts'
import { guardedDoc, inHeader, inQuery, type Parameter } from '../docs/doc.ts'
import type { Tag } from '../docs/tag.ts'

const schemas = {
  svg: { 'image/svg+xml': { schema: { type: 'string' } } },
  png: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
} as const

/** The size of an image, and the validator of a cached one. */
export const imageParameters = [
  inQuery('size', 'Pixels', Type.Integer({ minimum: 64, maximum: 2_048, default: 480 })),
  inQuery(
    'margin',
    'Quiet zone in modules; codes scan reliably with 4 or more',
    Type.Integer({ minimum: 0, maximum: 16, default: 4 }),
  ),
  inHeader('If-None-Match', 'The ETag of your cached image', Type.String()),
]

/** Describes a route with a QR code, of a payment or of a session's link. It needs the right to see that. */
export const qrDoc = (
  form: 'svg' | 'png',
  route: {
    readonly id: string
    readonly right: Right
    readonly tag: Tag
    readonly summary: string
    readonly reference: Parameter
  },
) =>
  guardedDoc(route.right, {
    id: route.id,
    tag: route.tag,
    summary: `${route.summary} as ${form.toUpperCase()}`,
    parameters: [route.reference, ...imageParameters],
    answers: {
      200: { description: 'The image', content: schemas[form] },
      304: { description: 'Not modified' },
    },
    faults: ['not_found'],
  })
