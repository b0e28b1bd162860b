// Every message of the log. Variable parts are in the facts of the line, so a message can be sent to support.

const flowMessages = [
  'a back-up failed',
  'a change of another node could not be read',
  'a connector never ends its steps',
  'a connector threw',
  'a day could not be reconciled',
  'a network confirmed no whole amount',
  'a page was not printed',
  'a payment is watched and is not asked about sooner',
  'a payment SMS came with the transaction id of another',
  'a paid sale was reversed',
  'a payout that had failed was paid',
  'a payout that was marked as sent was not sent',
  'a webhook address answered 410 Gone and is paused',
  'a sale was paid in cash and over a network',
  'failed logins could not be written to the audit log',
  'one receipt paid for two payments',
  'orders to a network pause, because it fails',
  'records were changed outside Kaunta: run kaunta doctor',
  'the books do not add up',
  'this node does not hear the others',
  'this node hears the others again',
  'this build does not know a connected network',
] as const

const serverMessages = [
  'a caller hung up',
  'a job does not end',
  'a job failed and is tried again',
  'a job was parked',
  'a listener of a commit threw',
  'a request failed',
  'every mDNS name of this server is taken',
  'found by name in this network',
  'https has a new certificate',
  'https is not served; http is',
  'https keeps its last certificate',
  'no mDNS',
  'no mDNS on this network card',
  'other users of this computer can read this, and Kaunta could not change that',
  'the authority of this server may not certify these names: use a certificate of your own',
  'the clock was set, and the jobs followed',
  'the job loop could not run',
  'the last uses of API keys could not be stored',
  'the result of a job could not be recorded',
  'the store was closed with work under way',
  'writing to the disk failed: stopping, so that the next start reads what is really stored',
] as const

export const logMessages = [...flowMessages, ...serverMessages] as const
export type LogMessage = (typeof logMessages)[number]
