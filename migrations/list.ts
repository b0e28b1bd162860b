// The migrations in order; a released one is never changed. Number = place in this list, from 1.
import first from './0001-first.sql' with { type: 'text' }
import checkout from './0002-checkout.sql' with { type: 'text' }
import act from './0003-act.sql' with { type: 'text' }
import keyAge from './0004-key-age.sql' with { type: 'text' }
import webhook from './0005-webhook.sql' with { type: 'text' }
import eventList from './0006-event-list.sql' with { type: 'text' }
import till from './0007-till.sql' with { type: 'text' }
import consoleText from './0008-console.sql' with { type: 'text' }
import lean from './0009-lean.sql' with { type: 'text' }
import printer from './0010-printer.sql' with { type: 'text' }
import display from './0011-display.sql' with { type: 'text' }
import search from './0012-search.sql' with { type: 'text' }
import item from './0013-item.sql' with { type: 'text' }
import madeBy from './0014-made-by.sql' with { type: 'text' }
import poll from './0015-poll.sql' with { type: 'text' }
import unmatched from './0016-unmatched.sql' with { type: 'text' }
import keyUse from './0017-key-use.sql' with { type: 'text' }

export const migrations: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'first', text: first },
  { name: 'checkout', text: checkout },
  { name: 'act', text: act },
  { name: 'key-age', text: keyAge },
  { name: 'webhook', text: webhook },
  { name: 'event-list', text: eventList },
  { name: 'till', text: till },
  { name: 'console', text: consoleText },
  { name: 'lean', text: lean },
  { name: 'printer', text: printer },
  { name: 'display', text: display },
  { name: 'search', text: search },
  { name: 'item', text: item },
  { name: 'made-by', text: madeBy },
  { name: 'poll', text: poll },
  { name: 'unmatched', text: unmatched },
  { name: 'key-use', text: keyUse },
]
