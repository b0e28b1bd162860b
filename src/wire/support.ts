// The file for support in the API: its content for display, and the archive.
import { type Static, Type } from '@sinclair/typebox'

export const SupportView = Type.Object(
  {
    name: Type.String({ examples: ['kaunta-support-20261121T090000Z.tar.gz'] }),
    files: Type.Array(Type.Object({ name: Type.String(), text: Type.String() }), {
      description: 'All that is in the archive',
    }),
    archive: Type.String({ description: 'The `.tar.gz`, in base64' }),
  },
  { title: 'Support' },
)
export type SupportView = Static<typeof SupportView>
