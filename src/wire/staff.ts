// Staff and invitations on HTTP.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type Role, roleMay } from '../domain/account.ts'
import type { Invitation } from '../domain/staff.ts'
import { Stamp, stamp } from './money.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Text = Type.String()
const RoleName = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('developer'),
  Type.Literal('cashier'),
])

export const StaffView = Type.Object(
  {
    id: Text,
    name: Text,
    email: Text,
    role: RoleName,
    created_at: { ...Stamp, description: 'Member since' },
    last_login_at: nullable(Stamp),
    two_factor: Type.Boolean({ description: 'Asked for a code besides the password' }),
    pin_set: Type.Boolean({ description: 'Has a PIN for tills' }),
    may_confirm: Type.Boolean({ description: 'May complete payments by hand, by role or by permission' }),
  },
  { title: 'Staff', description: 'A person of the account' },
)
export type StaffView = Static<typeof StaffView>

/** Shows a person by what they are here and what is known of their logins. */
export const staffView = (
  member: {
    readonly staffId: string
    readonly role: Role
    readonly createdAt: number
    readonly pinSetAt: number | null
    readonly mayConfirm: boolean
  },
  person:
    | {
        readonly name: string
        readonly email: string
        readonly lastLoginAt: number | null
        readonly twoFactor: boolean
      }
    | undefined,
): StaffView => ({
  id: member.staffId,
  name: person?.name ?? '',
  email: person?.email ?? '',
  role: member.role,
  created_at: stamp(member.createdAt),
  last_login_at: stamp(person?.lastLoginAt ?? null),
  two_factor: person?.twoFactor ?? false,
  pin_set: member.pinSetAt !== null,
  may_confirm: member.mayConfirm || roleMay(member.role, 'complete_by_hand'),
})

export const ChangeStaff = Type.Object(
  { role: Type.Optional(RoleName), name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) },
  { title: 'ChangeStaff' },
)

const emailPattern = '^[^@\\s]+@[^@\\s]+$'
export const CreateInvitation = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    email: Type.Optional(
      Type.String({
        maxLength: 320,
        pattern: emailPattern,
        description: 'an e-mail address: only it may join then',
      }),
    ),
    role: RoleName,
  },
  { title: 'CreateInvitation' },
)

const invitationFields = {
  id: Text,
  name: Text,
  email: nullable(Text),
  role: RoleName,
  created_by: Type.String({ description: 'The `id` of whoever invites' }),
  created_at: Stamp,
  expires_at: Stamp,
}
export const InvitationView = Type.Object(invitationFields, { title: 'Invitation' })
export type InvitationView = Static<typeof InvitationView>
export const NewInvitationView = Type.Object(
  {
    ...invitationFields,
    url: Type.String({ description: 'Give it to them, as a link or as a QR code; shown this once' }),
  },
  { title: 'NewInvitation' },
)

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
      description: 'A new one, or the one that this e-mail logs in with',
    }),
    totp: Type.Optional(Type.String({ maxLength: 20, description: 'Where that login has a second factor' })),
  },
  { title: 'Join' },
)

export const InvitedView = Type.Object(
  { store: Text, name: Text, email: nullable(Text), role: RoleName, expires_at: Stamp },
  { title: 'Invited', description: 'What an invitation offers' },
)
export type InvitedView = Static<typeof InvitedView>
