// Invariants of the books after every step: each rule is a query that finds nothing. The queries are plain
// SQL and independent of the code under test.
import type { SimulatedShop } from './simulated-shop.ts'

/** The query may use `$now`. */
interface Rule {
  readonly says: string
  readonly breaks: string
}

const money: readonly Rule[] = [
  {
    says: 'a balance is the sum of its postings',
    breaks: `
      select account_id, book, sum(amount) as too_much from (
        select account_id, book, amount from balance
        union all select account_id, to_book, -amount from posting
        union all select account_id, from_book, amount from posting)
      group by 1, 2 having too_much <> 0`,
  },
  {
    says: 'the books of an account are zero together',
    breaks: 'select account_id from balance group by 1 having sum(amount) <> 0',
  },
  {
    says: 'only the networks owe us, and a merchant whose payout had failed and was paid',
    breaks: `
      select account_id, book from balance where (book = 'network') <> (amount < 0) and amount <> 0
        and not exists (select 1 from event failed join event paid on paid.subject = failed.subject
          where failed.account_id = balance.account_id and failed.type = 'payout.failed' and paid.type = 'payout.completed')`,
  },
  {
    says: 'in suspense is what nobody has settled yet',
    breaks: `
      select account.id from account left join balance on account_id = account.id and book = 'suspense' where coalesce(balance.amount, 0) <>
        (select coalesce(sum(amount), 0) from unmatched where account_id = account.id and settled_at is null)`,
  },
  {
    says: 'unmatched money is moved once, as it was settled, and back when its refund failed',
    breaks: `
      select unmatched.id from unmatched left join posting on subject = unmatched.id group by unmatched.id
      having sum(posting.reason is 'unmatched.kept') <> (resolution is 'kept')
        or sum(posting.reason is 'unmatched.returned') - sum(posting.reason is 'unmatched.reopened') <> (resolution is 'returned')
        or max(abs(coalesce(posting.amount, unmatched.amount) - unmatched.amount)) > 0`,
  },
  {
    says: 'a payment is completed exactly if its amount is posted once, with its fee',
    breaks: `
      select payment.id from payment left join posting on posting.subject = payment.id and reason <> 'payment.unmatched'
      group by payment.id having
        sum(reason is 'payment.completed') <> (status = 'completed') or sum(reason is 'payment.fee') <> (coalesce(fees, 0) > 0)
        or coalesce(sum(posting.amount), 0) <> iif(status = 'completed', payment.amount + fees, 0)`,
  },
  {
    says: 'what the attempts of a payment brought is in the books, and what a person confirmed_manually for until the network confirms it',
    breaks: `
      select id from payment
      left join (select subject, sum(amount) as posted from posting where from_book = 'network' group by subject) on subject = payment.id
      where
        (select coalesce(sum(paid_amount), 0) from attempt where payment_id = payment.id and state = 'succeeded') +
        iif(json_extract(manual_confirmation, '$.confirmed') is 0, amount, 0) <>
        coalesce(posted, 0)`,
  },
  {
    says: 'every posting and audit entry has its link in the record chain',
    breaks: `
      select (select count(*) from posting) as postings, (select count(*) from audit_entry) as entries
      except select coalesce(max(postings), 0), coalesce(max(audit_entries), 0) from chain_link`,
  },
  {
    says: 'stored totals are what can be counted (days of Dar es Salaam)',
    breaks: `
      select account_id, day, type, status, sum(count) as too_many, sum(amount) as too_much from (
        select account_id, day, type, status, count, amount from total
        union all select account_id, cast(strftime('%Y%m%d', created_at / 1000 + 10800, 'unixepoch') as integer), type, status,
          -1, -amount from payment)
      group by 1, 2, 3, 4 having too_many <> 0 or too_much <> 0`,
  },
  {
    says: 'the kept totals of all days are what can be counted',
    breaks: `
      select account_id, type, status, sum(count) as too_many, sum(amount) as too_much from (
        select account_id, type, status, count, amount from payment_total
        union all select account_id, type, status, -1, -amount from payment)
      group by 1, 2, 3 having too_many <> 0 or too_much <> 0`,
  },
  {
    says: 'the stored totals of each day are its sales and refunds, by method, till and cashier (days of Dar es Salaam)',
    breaks: `
      with place as (
        select id, account_id, created_at, amount, till_id, staff_id as cashier,
          iif(type = 'dynamic-qr', 'qr', type) as method, status from payment
        union all select id, account_id, created_at, amount, till_id, cashier, 'cash', 'completed' from cash_sale
      ), moved as (
        select account_id, created_at, 1 as sales, amount as gross, 0 as refunds, 0 as refunded, method, till_id, cashier
          from place where status = 'completed'
        union all select refund.account_id, refund.created_at, 0, 0, 1, refund.amount, method, place.till_id, cashier
          from refund join place on place.id = coalesce(payment_id, cash_sale_id)
          where refund.status in ('pending', 'completed') and unmatched_id is null
      ), named as (
        select 'method' as kind, method as name, moved.* from moved
        union all select 'till', till_id, moved.* from moved where till_id is not null
        union all select 'cashier', cashier, moved.* from moved where cashier is not null)
      select account_id, day, kind, name, sum(sales) as many, sum(gross) as much, sum(refunds) as back, sum(refunded) as given
      from (
        select account_id, day, kind, name, count as sales, gross, refunds, refunded
          from sale_total where kind in ('method', 'till', 'cashier')
        union all select account_id, cast(strftime('%Y%m%d', created_at / 1000 + 10800, 'unixepoch') as integer),
          kind, name, -sales, -gross, -refunds, -refunded from named)
      group by 1, 2, 3, 4 having many <> 0 or much <> 0 or back <> 0 or given <> 0`,
  },
  {
    says: 'stock on hand is the sum of its movements',
    breaks: `select variation_id from stock where on_hand <> (select sum(quantity) from stock_movement as moved
      where moved.account_id = stock.account_id and moved.variation_id = stock.variation_id)`,
  },
]

const told: readonly Rule[] = [
  {
    says: 'an event type comes once per payment or payout',
    breaks: `select subject from event group by subject, type
      having count(*) > 1 + (type = 'refund.failed' and subject in (select id from refund where status = 'reversed'))`,
  },
  {
    says: 'a payment that ended has told so, a pending one has told nothing',
    breaks: `
      select id from payment where (status <> 'pending') <>
        exists (select 1 from event where subject = payment.id and event.type = 'payment.' || status)
      union all select subject from event join payment on subject = payment.id and status = 'pending'`,
  },
  {
    says: 'after another end only a late completed comes',
    breaks: `
      select payment.id from payment join event on subject = payment.id group by payment.id
      having count(*) <> 1 + late or (late = 1 and status <> 'completed') or max(event.id) <> max(event.id) filter (where event.type = 'payment.' || status)`,
  },
  {
    says: 'an event has one delivery where there is an address, and else none',
    breaks: `
      select event.id from event join account on event.account_id = account.id
        left join payment on subject = payment.id left join payout on subject = payout.id
        left join refund on subject = refund.id
      where (select count(*) from delivery where delivery.subject = event.subject and event_id = event.id)
        <> (coalesce(payment.webhook_url, payout.webhook_url, refund.webhook_url, account.webhook_url) is not null)`,
  },
  {
    says: 'a delivery is tried at most five times (0 is a try manually), and each counted try is written down',
    breaks: `
      select delivery.id from delivery left join dispatch on delivery_id = delivery.id group by delivery.id
      having tries > 5 or count(number) filter (where number > 0) <> tries or coalesce(max(number), 0) <> tries or stalls < 0
        or (delivery.status = 'success') <> (coalesce(sum(dispatch.status between 200 and 299), 0) > 0)
        or coalesce(sum(dispatch.status between 200 and 299) filter (where number > 0), 0) > 1
        or (delivery.status = 'abandoned') <> (tries = 5 and delivery.status <> 'success')`,
  },
  {
    says: 'a try waits its minutes after the one before',
    breaks: `
      select later.id from dispatch later join dispatch earlier on earlier.delivery_id = later.delivery_id and earlier.number = later.number - 1 and earlier.number > 0
      where later.sent_at < earlier.sent_at + earlier.took_ms + 60000 * (3 << (earlier.number - 1))`,
  },
  {
    says: 'deliveries of a payment or payout to an address are in order',
    breaks: `
      select later.id from delivery later join delivery earlier
        on earlier.subject = later.subject and earlier.url = later.url and earlier.id < later.id
      where later.tries > 0 and earlier.status not in ('success', 'abandoned')`,
  },
]

const jobs: readonly Rule[] = [
  {
    says: 'a pending payment has a time or a job that will end it in time',
    breaks: `
      select id from payment where status = 'pending' and not exists (
        select 1 from job where job.id = case when session_id is null then 'payment.expire:' || payment.id
          else 'session.expire:' || session_id end
          and (state = 'claimed' or (state = 'waiting' and due_at <= max(expires_at, $now + 300000))))
        and (due_at is null or due_at > max(expires_at, $now + 300000))`,
  },
  {
    says: 'an open attempt has a job that asks, or nothing to hear from a network before its payment is due',
    breaks: `
      select id from attempt where state in ('planned', 'sent', 'unknown') and not exists (
        select 1 from job where job.id = 'attempt.check:' || attempt.id and state in ('waiting', 'claimed'))
      and not (planned_order is null and exists (
        select 1 from payment where payment.id = payment_id and due_at is not null))`,
  },
  {
    says: 'a delivery under way has a job that sends it, or an earlier one to wait for, or a paused address',
    breaks: `
      select id from delivery where status not in ('success', 'abandoned') and not exists (
        select 1 from job where job.id = 'delivery.send:' || delivery.id and state in ('waiting', 'claimed', 'held'))
      and not exists (
        select 1 from delivery earlier where earlier.subject = delivery.subject and earlier.url = delivery.url and earlier.id < delivery.id
          and earlier.status not in ('success', 'abandoned'))
      and not (next_at is null and (
        exists (select 1 from paused_address paused where paused.account_id = delivery.account_id and paused.url = delivery.url)
        or exists (select 1 from job where job.id = 'address.resume:' || account_id || ' ' || url)))`,
  },
  {
    says: 'an address is paused by a delivery that ended in 410',
    breaks: `
      select paused_address.url from paused_address join delivery on delivery.id = delivery_id
      where status <> 'abandoned' or last_status <> 410 or delivery.url <> paused_address.url`,
  },
  {
    says: 'an unknown payment has an unknown attempt',
    breaks: `
      select id from payment where unknown = 1 and not exists (
        select 1 from attempt where payment_id = payment.id and state = 'unknown')`,
  },
  {
    says: 'an unknown payment has one unknown period that has not ended, any other has none',
    breaks: `
      select id from payment where unknown <> (
        select count(*) from unknown_period where payment_id = payment.id and unknown_period.ended_at is null)`,
  },
  {
    says: 'statusChecks in a row with the same answer are one that counts',
    breaks: `
      select later.attempt_id from status_check later join status_check earlier
        on earlier.attempt_id = later.attempt_id and earlier.number = later.number - 1 and earlier.answer = later.answer
      union all select attempt_id from status_check where times = 1 and first_at <> last_at`,
  },
  {
    says: 'no job fails eight times',
    breaks: "select id, last_error from job where state = 'parked' or tries > 8",
  },
]

const requests: readonly Rule[] = [
  {
    says: 'a key (the desktop writes it into the metadata) has one payment, payout or refund',
    breaks: `
      select metadata from (select account_id, metadata from payment union all select account_id, metadata from payout
        union all select account_id, metadata from refund)
      where metadata <> '{}' group by account_id, metadata having count(*) > 1`,
  },
  {
    says: 'a pending payment was never acknowledged without its code or page',
    breaks: `
      select payment.id from payment join idempotency on subject = payment.id
      where idempotency.body is not null and payment.status = 'pending'
        and ((payment.type = 'dynamic-qr' and payment.qr is null) or (payment.type = 'card' and payment_url is null))`,
  },
]

const payouts: readonly Rule[] = [
  {
    says: 'what is held is what pending payouts need',
    breaks: `
      select account.id from account left join balance on account_id = account.id and book = 'held' where coalesce(balance.amount, 0) <>
        (select coalesce(sum(amount + fees), 0) from (select account_id, amount, fees, status from payout
          union all select account_id, amount, fees, status from refund)
          where account_id = account.id and status = 'pending')`,
  },
  {
    says: 'a payout took from the merchant what it cost, and gave it back if it failed or was reversed',
    breaks: `
      select payout.id from payout join posting on subject = payout.id group by payout.id
      having sum(iif(from_book = 'merchant', posting.amount, 0))
          <> (payout.amount + fees) * (1 + sum(from_book = 'merchant' and reason = 'payout.completed'))
        or sum(iif(to_book = 'merchant', posting.amount, 0)) <> (payout.amount + fees) *
          ((status in ('failed', 'reversed')) + sum(from_book = 'merchant' and reason = 'payout.completed'))`,
  },
  {
    says: 'a payout tells of each end it had, once, and of nothing while it is pending',
    breaks: `
      select id from payout where (
        select coalesce(group_concat(type, ' '), '') from (select type from event where subject = payout.id order by event.id)
      ) not in (case status when 'pending' then '' when 'reversed' then 'payout.completed payout.reversed' else 'payout.' || status end,
        case status when 'reversed' then 'payout.failed payout.completed payout.reversed' when 'completed' then 'payout.failed payout.completed' else 'no other' end)`,
  },
  {
    says: 'a pending payout has a job that asks',
    breaks: `
      select id from payout where status = 'pending' and not exists (
        select 1 from job where job.id = 'payout.check:' || payout.id and state in ('waiting', 'claimed'))`,
  },
]

const refunds: readonly Rule[] = [
  {
    // A person may repeat a failed refund before its network reports that the first one arrived.
    says: 'a payment is never refunded above what was paid, pending refunds included, without an alarm',
    breaks: `
      select payment.id from payment join refund on payment_id = payment.id and unmatched_id is null
      where refund.status in ('pending', 'completed') and not exists (select 1 from audit_entry
        where kind = 'refund.paid_late' and subject = payment.id and detail ->> 'refund' = refund.id)
      group by payment.id having sum(refund.amount) > payment.amount`,
  },
  {
    says: 'the lines of a refund add up to its amount',
    breaks: `
      select id from refund where line_items is not null
        and amount <> (select sum(value ->> 'amount') from json_each(line_items))`,
  },
  {
    says: 'a payment has as much refunded as its completed refunds gave back',
    breaks: `
      select id, refunded from payment where refunded <> (select coalesce(sum(amount), 0) from refund
        where payment_id = payment.id and unmatched_id is null and status = 'completed')`,
  },
  {
    says: 'a refund took from the merchant what it cost, and gave it back if it failed or came back',
    breaks: `
      select refund.id from refund left join posting on subject = refund.id where way <> 'cash' group by refund.id
      having coalesce(sum(iif(from_book = 'merchant', posting.amount, 0)), 0)
          <> (refund.amount + fees) * (1 + sum(from_book = 'merchant' and posting.reason = 'refund.completed'))
        or coalesce(sum(iif(to_book = 'merchant', posting.amount, 0)), 0) <> (refund.amount + fees) *
          ((status in ('failed', 'reversed')) + sum(from_book = 'merchant' and posting.reason = 'refund.completed'))`,
  },
  {
    says: 'a pending refund has a job that asks',
    breaks: `
      select id from refund where status = 'pending' and not exists (
        select 1 from job where job.id = 'payout.check:' || refund.id and state in ('waiting', 'claimed'))`,
  },
]

const tills: readonly Rule[] = [
  {
    says: 'what the shifts of a till counted is what completed there and the cash that was kept',
    breaks: `
      select till_id, sum(gross) as too_much, sum(fees), sum(count) from (
        select till_id, gross, fees, count from shift_total join shift on shift_id = shift.id
        union all select till_id, -amount, -fees, -1 from payment where till_id is not null and status = 'completed'
        union all select till_id, -amount, 0, -1 from cash_sale)
      group by till_id having sum(gross) <> 0 or sum(fees) <> 0 or sum(count) <> 0`,
  },
  {
    says: 'a shift counted the payments that name it, gross',
    breaks: `
      select shift_id, sum(gross) as too_much, sum(count) from (
        select shift_id, gross, count from shift_total where method <> 'cash'
        union all select shift_id, -amount, -1 from payment where shift_id is not null)
      group by shift_id having sum(gross) <> 0 or sum(count) <> 0`,
  },
  {
    says: 'a closed shift counted what its report says',
    breaks: `
      select id from shift where state = 'closed' and (
        select coalesce(sum(gross - fees), 0) from shift_total where shift_id = shift.id) <> json_extract(report, '$.total.net')`,
  },
  {
    says: 'a closed shift expects in its drawer what its sales and refunds in cash and its moves left there',
    breaks: `
      select id from shift where state = 'closed' and json_extract(report, '$.cash.expected') <> cash_float
        + (select coalesce(sum(amount), 0) from cash_sale where shift_id = shift.id)
        + (select coalesce(sum(iif(kind = 'pay_in', amount, -amount)), 0) from drawer_move where shift_id = shift.id)
        - (select coalesce(sum(amount), 0) from refund where shift_id = shift.id and way = 'cash' and from_sales = 0)`,
  },
  {
    says: 'a till has one shift that is not closed, and names it',
    breaks:
      "select till.id from till left join shift on shift.id = till.shift_id and state <> 'closed' where shift.id is null",
  },
]

const rules: readonly Rule[] = [...money, ...told, ...jobs, ...requests, ...payouts, ...refunds, ...tills]

/** Returns broken rules, with the first finding of each. */
export function complaintsAbout({ query, serverNow }: Pick<SimulatedShop, 'query' | 'serverNow'>): string[] {
  return rules.flatMap(({ says, breaks }) => {
    const [found] = breaks.includes('$now') ? query(breaks, { now: serverNow() }) : query(breaks)
    return found ? [`${says}: ${JSON.stringify(found)}`] : []
  })
}
