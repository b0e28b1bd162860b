// The addresses of this server in the API.
import { type Static, Type } from '@sinclair/typebox'

const PlaceView = Type.Object(
  {
    url: Type.String({ examples: ['https://kaunta.local:8443'] }),
    kind: Type.Union([Type.Literal('name'), Type.Literal('address')], {
      description: 'A name stays the same when the address changes',
    }),
    secure: Type.Boolean({
      description: 'https; a device has to trust this server first: install `/trust/ca.crt` on it',
    }),
  },
  { title: 'Place' },
)

export const PlacesView = Type.Object(
  { items: Type.Array(PlaceView, { description: 'Names first' }) },
  { title: 'Places' },
)
export type PlacesView = Static<typeof PlacesView>
