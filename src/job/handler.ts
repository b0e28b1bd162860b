// The function of each kind of job.

import type { Job } from '../domain/job.ts'
import type { Appliance } from '../flow/appliance.ts'
import { recheckAttempt, settleAttempt } from '../flow/attempt-check.ts'
import { runBackup } from '../flow/backup.ts'
import { cancelOrder } from '../flow/cancel-order.ts'
import { type RecordJob, sendDelivery } from '../flow/delivery.ts'
import { pruneKeys } from '../flow/idempotency.ts'
import { runLedgerCheck } from '../flow/ledger-check.ts'
import { releaseAddress } from '../flow/paused-address.ts'
import { expirePayment } from '../flow/payment.ts'
import { recheckPayout, settlePayout } from '../flow/payout-check.ts'
import { pruneEvents } from '../flow/prune.ts'
import { runReconciliations } from '../flow/reconciliation.ts'
import { resendDelivery } from '../flow/resend.ts'
import { expireSession } from '../flow/session.ts'

export interface JobHandle {
  readonly record: RecordJob // a job that writes at its end may record its result there
  /**
   * Reports that the try of a delivery has ended, so that the next delivery may call the receiver. `isHeard`:
   * the receiver answered.
   */
  readonly hostAnswered: (isHeard: boolean) => void
}

/** Does the work of a job. @returns when the job is due again; undefined when it is done */
export function runJob(
  appliance: Appliance,
  job: Job,
  { record, hostAnswered }: JobHandle,
): Promise<number | undefined> {
  switch (job.kind) {
    case 'payment.expire':
      return expirePayment(appliance, job.subject)
    case 'session.expire':
      return expireSession(appliance, job.subject)
    case 'attempt.check':
      return settleAttempt(appliance, job.subject, record)
    case 'attempt.recheck':
      return recheckAttempt(appliance, job.subject, record)
    case 'attempt.cancel':
      return cancelOrder(appliance, job.subject)
    case 'payout.check':
      return settlePayout(appliance, job.subject)
    case 'payout.recheck':
      return recheckPayout(appliance, job.subject)
    case 'reconciliation.run':
      return runReconciliations(appliance)
    case 'ledger.check':
      return runLedgerCheck(appliance)
    case 'backup.take':
      return runBackup(appliance)
    case 'delivery.send':
      return sendDelivery(appliance, job.subject, record, hostAnswered)
    case 'address.resume':
      return releaseAddress(appliance, job.subject)
    case 'delivery.resend':
      return resendDelivery(appliance, job.subject, hostAnswered)
    case 'event.prune':
      return pruneEvents(appliance)
    case 'idempotency.prune':
      return pruneKeys(appliance)
  }
}
