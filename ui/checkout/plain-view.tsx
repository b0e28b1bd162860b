// The states that ask for nothing: the network has not said yes or no, or the session has ended unpaid.
import { Heading } from './heading.tsx'
import type { Translate } from './words.ts'

interface PlainProps {
  readonly kind: 'unknown' | 'expired' | 'cancelled'
  readonly shop: string
  readonly say: Translate
}

export function PlainView({ kind, shop, say }: PlainProps) {
  if (kind === 'unknown')
    return (
      <>
        <Heading icon="clock" look="warning" text={say('unknown')} />
        <p className="lead strong">{say('unknown_text')}</p>
        <p className="lead">{say('unknown_more')}</p>
        <p className="hint centred">{say('unknown_shop', { shop })}</p>
      </>
    )
  return (
    <>
      <Heading icon={kind === 'expired' ? 'clock' : 'cross'} look="over" text={say(kind)} />
      <p className="lead">{say(`${kind}_text`, { shop })}</p>
      <p className="hint centred">{say('ended_paid', { shop })}</p>
    </>
  )
}
