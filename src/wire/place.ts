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

const HttpsView = Type.Object(
  {
    state: Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('failed')], {
      description: '`off` by the settings; `failed`: its port is taken or its certificate cannot be used',
    }),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'The end of the certificate; this server renews its own a month before',
    }),
  },
  { title: 'Https' },
)

export const PlacesView = Type.Object(
  { items: Type.Array(PlaceView, { description: 'Names first' }), https: HttpsView },
  { title: 'Places' },
)
export type PlacesView = Static<typeof PlacesView>
