// The migrations in order; a released one is never changed. Number = place in this list, from 1.
import first from './0001-first.sql' with { type: 'text' }
import webhook from './0004-webhook.sql' with { type: 'text' }
import eventList from './0005-event-list.sql' with { type: 'text' }

export const migrations: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'first', text: first },
  { name: 'webhook', text: webhook },
  { name: 'event list', text: eventList },
]
