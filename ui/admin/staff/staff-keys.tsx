// The keys that a person created and that keep working without them: named before that person is removed or
// loses rights.
import { useTranslation } from 'react-i18next'
import { mayGiveScope, type Role, scopes } from '../../../src/domain/account.ts'
import { api } from '../../kit/api.ts'
import { canPayOut, keysCreatedBy } from '../keys/key.model.ts'
import { useRead } from '../parts/queries.ts'
import type { StaffPerson } from '../parts/staff.queries.ts'

interface RemainingKeysProps {
  readonly person: Pick<StaffPerson, 'id'>
  /** The new role: only keys that may do more than it are named. Undefined for a person who is removed. */
  readonly role?: Role
}

/** Lists the API keys that a person created and that stay valid; marks the keys that can pay out. */
export function RemainingKeys({ person: { id }, role }: RemainingKeysProps) {
  const { t } = useTranslation('staff')
  const { data } = useRead(['keys'], header => api.api.v1.keys.get(header))
  const lostScopes = scopes.filter(scope => !role || !mayGiveScope(role, scope))
  const keys = keysCreatedBy(data?.data ?? [], id).filter(key =>
    lostScopes.some(scope => key.scopes.includes(scope)),
  )
  if (keys.length === 0) return role ? null : <p>{t('remove_keys')}</p>
  return (
    <div className="remaining-keys">
      <p>{t(role ? 'keys_left_role' : 'keys_left')}</p>
      <ul>
        {keys.map(key => (
          <li key={key.id}>
            <strong>{key.name}</strong> <code>{key.hint}</code>
            {canPayOut(key) && <span className="chip chip-danger">{t('keys_left_payouts')}</span>}
          </li>
        ))}
      </ul>
      <p>{t('keys_left_action')}</p>
    </div>
  )
}
