// What each kind of job does.
import type { Appliance } from '../appliance.ts'
import type { Job } from '../domain/job.ts'
import { pokeAttempt, settleAttempt } from '../flow/attempt.ts'
import { runBackup } from '../flow/backup.ts'
import { type Book, sendDelivery } from '../flow/delivery.ts'
import { forgetKeys } from '../flow/idempotency.ts'
import { runAudit } from '../flow/ledger-check.ts'
import { releaseAddress } from '../flow/paused-address.ts'
import { expirePayment } from '../flow/payment.ts'
import { pokePayout, settlePayout } from '../flow/payout.ts'
import { pruneEvents } from '../flow/prune.ts'
import { resendDelivery } from '../flow/resend.ts'
import { expireSession } from '../flow/session.ts'

/** Does a job; the answer is when it is due again. One that writes at its end may book itself there. */
export const work = (appliance: Appliance, job: Job, book: Book): Promise<number | undefined> => {
  switch (job.kind) {
    case 'payment.expire':
      return expirePayment(appliance, job.subject)
    case 'session.expire':
      return expireSession(appliance, job.subject)
    case 'attempt.check':
      return settleAttempt(appliance, job.subject, book)
    case 'attempt.poke':
      return pokeAttempt(appliance, job.subject, book)
    case 'payout.check':
      return settlePayout(appliance, job.subject)
    case 'payout.poke':
      return pokePayout(appliance, job.subject)
    case 'audit.run':
      return runAudit(appliance)
    case 'backup.take':
      return runBackup(appliance)
    case 'delivery.send':
      return sendDelivery(appliance, job.subject, book)
    case 'address.resume':
      return releaseAddress(appliance, job.subject)
    case 'delivery.resend':
      return resendDelivery(appliance, job.subject)
    case 'event.prune':
      return pruneEvents(appliance)
    case 'idempotency.forget':
      return forgetKeys(appliance)
  }
}
