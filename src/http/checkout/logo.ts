// Logos of profiles, and the public address of all pictures, by their hash.
import { Elysia } from 'elysia'
import { badField, fault } from '../../domain/fault.ts'
import type { Picture } from '../../flow/profile.ts'
import { findLogo } from '../../store/profile.ts'
import { writeLimitHeaders } from '../access/access.ts'
import { encodePicture } from '../server/picture.ts'
import type { Server } from '../server/server.ts'
import { servedLogo } from './profile-doc.ts'

/**
 * Requests per minute from one address, for logos and for pictures of products. A shop page shows some 30
 * pictures, and customers share addresses: 150 customers may load 80 each. Browsers then cache them.
 */
const pictureLimit = 12_000
/** A picture as a data URL, such as `data:image/png;base64,iVBORw0K`. */
const pictureDataUrl = /^data:image\/(?:png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+={0,2})$/

/**
 * Reads the `merchant_logo` of a request, and encodes its picture again.
 * @returns null if the text is null or empty, which removes the logo
 * @throws Fault naming `merchant_logo` when the text is no data URL of a picture
 */
export async function readLogo(text: string | null): Promise<Picture | null> {
  if (text === null || text === '') return null
  const [, base64] = pictureDataUrl.exec(text) ?? []
  if (base64 === undefined || base64.length % 4 !== 0) throw badField('merchant_logo', 'picture_not_data_url')
  return encodePicture('merchant_logo', Buffer.from(base64, 'base64'))
}

/** Returns the public route that serves pictures by hash. They never change, so browsers cache them. */
export const logoRoutes = (server: Server) =>
  new Elysia()
    .derive(({ request, set }) => {
      const bucket = `logo ${server.callerKeyOf(request)}`
      server.limiter.take(
        bucket,
        server.limits.api === 0 ? 0 : pictureLimit, // 0 is no limit
        writeLimitHeaders(set.headers as Record<string, string>),
      )
      return {}
    })
    .get(
      '/logo/:id',
      async ({ params, request }) => {
        const logo = await findLogo(server.appliance.store.read, params.id)
        if (!logo) throw fault('picture_not_found')
        const etag = `"${logo.id}"`
        const headers = {
          'content-type': logo.type,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          etag,
        }
        if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
        return new Response(Buffer.from(logo.bytes, 'base64'), { headers })
      },
      servedLogo,
    )
