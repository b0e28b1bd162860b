// The timeline of a payment or a cash sale in the API.
import { type Static, Type } from '@sinclair/typebox'
import { type Session, sessionReference } from '../domain/session.ts'
import { NamedActorView } from './actor.ts'
import { Stamp, stamp } from './money.ts'

const Fact = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

export const TimelineView = Type.Object(
  {
    reference: Type.String(),
    session: Type.Union([
      Type.Object({
        reference: Type.String(),
        status: Type.String(),
        description: Type.String({ description: 'What it is for; empty where it says nothing' }),
        created_at: Stamp,
        ended_at: Type.Union([Stamp, Type.Null()]),
      }),
      Type.Null(),
    ]),
    sold_by: Type.Object(
      {
        actor: NamedActorView,
        till: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
        shift: Type.Union([Type.Object({ id: Type.String(), number: Type.Integer() }), Type.Null()], {
          description: 'The shift that counts the payment',
        }),
      },
      { description: 'Who created the payment, and where' },
    ),
    answers: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), value: Type.String() }), {
      description: 'What the customer entered into the custom fields of the session',
    }),
    entries: Type.Array(
      Type.Object({
        at: Stamp,
        kind: Type.String({
          description:
            'Such as `payment.created`, `attempt.sent`, `delivery.tried`, or the kind of an action. `payment.outcome_unknown`: no network can tell whether it was paid; `payment.outcome_known`: one can again. `attempt.status_checked`: the network was asked; its facts are `answer` (`pending`, `completed`, `failed`, or `unknown`: no answer) and `times`, how often in a row it gave that answer, from `at` to `last_at`',
        }),
        subject: Type.String({ description: 'The id of what it happened to' }),
        actor: Type.Union([NamedActorView, Type.Null()]),
        facts: Type.Record(Type.String(), Fact, {
          description: 'By kind; phone numbers in full for owners and admins only',
        }),
      }),
      { description: 'In the order of time; at one moment, what led to something comes before it' },
    ),
    scheduled: Type.Array(
      Type.Object({
        at: Stamp,
        kind: Type.String({
          description: '`payment.expire`, `session.expire`, `attempt.check` or `delivery.send`',
        }),
        subject: Type.String(),
        state: Type.String({ description: '`waiting`, `claimed`, `held`, or `parked`: failed too often' }),
      }),
      { description: 'What Kaunta will do by itself' },
    ),
  },
  { title: 'Timeline' },
)
export type TimelineView = Static<typeof TimelineView>

/** Returns the session of a payment, as the timeline of the payment shows it. */
export const sessionOfPayment = (session: Session): TimelineView['session'] => ({
  reference: sessionReference(session.id),
  status: session.status,
  description: session.description ?? '',
  created_at: stamp(session.createdAt),
  ended_at: stamp(session.endedAt),
})

/** Returns a customer's answers with the labels of their fields. Empty answers are left out. */
export const answersOf = ({ customFields, answers }: Session): TimelineView['answers'] =>
  customFields.flatMap(({ key, label }) => {
    const value = answers[key]
    return value ? [{ key, label, value }] : []
  })
