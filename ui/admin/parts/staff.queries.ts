// The people of the account, as the pages about them read them.
import { api } from '../../kit/api.ts'
import { useMay } from './current-account.tsx'
import { useRead } from './queries.ts'

type StaffReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.staff.get>>['data']>
export type StaffPerson = StaffReply['data'][number]
type InvitationsReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.invitations.get>>['data']>
export type Invitation = InvitationsReply['data'][number]

/**
 * Reads the people of the account; undefined while loading, and for a person without the right to see them.
 */
export function useStaff() {
  const { data, apiError, retry } = useRead(['staff'], header => api.api.v1.staff.get(header), {
    enabled: useMay('staff'),
  })
  return { people: data?.data, apiError, retry }
}
