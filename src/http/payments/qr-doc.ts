// What the API reference tells of QR images, whosever they are.
import { Type } from '@sinclair/typebox'
import { guarded, inHeader, inQuery, type Parameter, type tags } from '../docs/doc.ts'

const schemas = {
  svg: { 'image/svg+xml': { schema: { type: 'string' } } },
  png: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
} as const

/** How large an image is, and whether it is known already. */
export const imageParameters = [
  inQuery('size', 'Pixels', Type.Integer({ minimum: 64, maximum: 2_048, default: 480 })),
  inQuery(
    'margin',
    'Quiet zone in modules; codes scan reliably from 4 on',
    Type.Integer({ minimum: 0, maximum: 16, default: 4 }),
  ),
  inHeader('If-None-Match', 'The ETag of the image you have', Type.String()),
]

/** A QR image of a payment or of a session's link. */
export const qrDoc = (
  form: 'svg' | 'png',
  told: {
    readonly id: string
    readonly tag: keyof typeof tags
    readonly summary: string
    readonly reference: Parameter
  },
) =>
  guarded('see_sales', {
    id: told.id,
    tag: told.tag,
    summary: `${told.summary} as ${form.toUpperCase()}`,
    parameters: [told.reference, ...imageParameters],
    answers: {
      200: { description: 'The image', content: schemas[form] },
      304: { description: 'You have it' },
    },
    faults: ['not_found'],
  })
