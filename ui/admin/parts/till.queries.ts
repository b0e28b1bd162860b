// The tills of the account, as the pages about them read them.
import { api } from '../../kit/api.ts'
import { useRead } from './queries.ts'

type TillsReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.tills.get>>['data']>
export type Till = TillsReply['data'][number]

/**
 * Reads all tills of the account, the revoked ones too, again every 30 seconds; undefined until they are
 * loaded.
 */
export function useTills() {
  const { data, apiError, retry } = useRead(['tills'], header => api.api.v1.tills.get(header), {
    everyMs: 30_000,
  })
  return { tills: data?.data, apiError, retry }
}
