// Staff and invitations in the API.

import { type Static, Type } from '@sinclair/typebox'
import { type Role, roleMay } from '../domain/account.ts'
import type { Invitation } from '../domain/staff.ts'
import { nullable } from './choice.ts'
import { Stamp, stamp } from './money.ts'

const Text = Type.String()
export const RoleName = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('developer'),
  Type.Literal('cashier'),
])

export const StaffView = Type.Object(
  {
    id: Text,
    name: Type.String({ description: 'What this account calls the person' }),
    email: Type.String({ description: 'Empty for a cashier without a login' }),
    role: RoleName,
    created_at: { ...Stamp, description: 'Member since' },
    last_login_at: nullable(Stamp),
    two_factor: Type.Boolean({ description: 'Logging in needs a second factor' }),
    pin_set: Type.Boolean({ description: 'Has a PIN for tills' }),
    may_confirm: Type.Boolean({ description: 'May confirm payments manually, by role or by grant' }),
  },
  { title: 'Staff', description: 'A person of the account' },
)
export type StaffView = Static<typeof StaffView>

/**
 * Returns a person of the account for the API.
 * @param login undefined for a cashier who cannot log in
 */
export const staffView = (
  member: {
    readonly staffId: string
    readonly role: Role
    readonly createdAt: number
    readonly pinSetAt: number | null
    readonly mayConfirm: boolean
  },
  name: string,
  login:
    | {
        readonly email: string
        readonly lastLoginAt: number | null
        readonly twoFactor: boolean
      }
    | undefined,
): StaffView => ({
  id: member.staffId,
  name,
  email: login?.email ?? '',
  role: member.role,
  created_at: stamp(member.createdAt),
  last_login_at: stamp(login?.lastLoginAt ?? null),
  two_factor: login?.twoFactor ?? false,
  pin_set: member.pinSetAt !== null,
  may_confirm: member.mayConfirm || roleMay(member.role, 'confirm_manually'),
})

export const ChangeStaff = Type.Object(
  { role: Type.Optional(RoleName), name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) },
  { title: 'ChangeStaff' },
)

export const CreateCashier = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    pin: Type.String({ maxLength: 20, description: 'As many digits as the shop’s `pin_length`' }),
  },
  { title: 'CreateCashier' },
)

const emailPattern = '^[^@\\s]+@[^@\\s]+$'
export const CreateInvitation = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    email: Type.Optional(
      Type.String({
        maxLength: 320,
        pattern: emailPattern,
        description: 'an e-mail address; the invitation is then limited to it',
      }),
    ),
    role: RoleName,
    staff_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'a cashier without a login, who gets one and stays the same person',
      }),
    ),
  },
  { title: 'CreateInvitation' },
)

const invitationFields = {
  id: Text,
  name: Text,
  email: nullable(Text),
  role: RoleName,
  created_by: Type.String({ description: 'The `id` of the person who invited' }),
  created_at: Stamp,
  expires_at: Stamp,
}
export const InvitationView = Type.Object(invitationFields, { title: 'Invitation' })
export type InvitationView = Static<typeof InvitationView>
export const NewInvitationView = Type.Object(
  {
    ...invitationFields,
    url: Type.String({ description: 'Share it as a link or as a QR code; it is not shown again' }),
  },
  { title: 'NewInvitation' },
)

/** Returns an invitation without its link, which is shown only when the invitation is created. */
export const invitationView = (invitation: Invitation): InvitationView => ({
  id: invitation.id,
  name: invitation.name,
  email: invitation.email,
  role: invitation.role,
  created_by: invitation.createdBy,
  created_at: stamp(invitation.createdAt),
  expires_at: stamp(invitation.expiresAt),
})

export const Join = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    email: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A new password, or the existing one of this e-mail',
    }),
    totp: Type.Optional(
      Type.String({ maxLength: 20, description: 'The second factor, when the existing login has one' }),
    ),
  },
  { title: 'Join' },
)

export const InvitedView = Type.Object(
  {
    store: Text,
    time_zone: Text,
    name: Text,
    email: nullable(Text),
    role: RoleName,
    expires_at: Stamp,
  },
  { title: 'Invited', description: 'The account and the role of an invitation' },
)
export type InvitedView = Static<typeof InvitedView>
