-- Refunds. The first columns are those of a payout (0001-first.sql), without its least sum: a refund is
-- carried out as one, unless it is cash. `origin` is the order that a network's own refund gives back.
-- `from_sales` is 1 for cash refunds of the first release: their sale was taken out of the sales of its shift.

create table refund (
  id {text} primary key,
  account_id {text} not null references account (id),
  status {text} not null check (status in ('pending', 'completed', 'failed', 'reversed')),
  amount {int} not null check (amount between 1 and 999999999999),
  fees {int} not null check (fees >= 0),
  connector {text} not null,
  connection {text} not null,
  network_reference {text} not null unique,
  state {text} not null check (state in ('waiting', 'planned', 'sent', 'unknown', 'settled')),
  recipient {text} not null,
  narration {text} not null,
  metadata {text} not null,
  webhook_url {text},
  api_version {text} not null,
  external_reference {text},
  failure_reason {text},
  staff_id {text},
  key_id {text},
  created_at {int} not null,
  completed_at {int},
  ended_at {int},
  approval {text} check (approval in ('waiting', 'approved', 'declined', 'expired')),
  approval_requested_by {text},
  approval_by {text},
  approval_at {int},
  payer {text} not null,
  ran_at {int} not null,
  yes_count {int} not null check (yes_count >= 0),
  memo {text},
  manual_outcome {text},
  payment_id {text} references payment (id),
  cash_sale_id {text} references cash_sale (id),
  unmatched_id {text} references unmatched (id),
  way {text} not null check (way in ('network', 'payout', 'cash')),
  reason {text} not null,
  till_id {text},
  shift_id {text} references shift (id),
  approved_by {text},
  origin {text},
  from_sales {int} not null check (from_sales in (0, 1)),
  check ((payment_id is null) <> (cash_sale_id is null))
) {strict};
create index refund_account on refund (account_id, id);
create index refund_status on refund (account_id, status, id);
create index refund_payment on refund (payment_id, id) where payment_id is not null;
create index refund_cash_sale on refund (cash_sale_id, id) where cash_sale_id is not null;
create index refund_shift on refund (shift_id, id) where shift_id is not null;
-- Few rows are in these.
create index refund_unknown on refund (account_id, id) where state = 'unknown';
create index refund_waiting on refund (account_id, id) where approval = 'waiting';
create index refund_open on refund (connection, id) where status = 'pending';

-- The cash of an hour or a day, also what was refunded since.
create index cash_sale_day on cash_sale (account_id, created_at);

-- What was given back of a payment, and how long after it was paid it may be.
alter table payment add column refunded {int} not null default 0;
alter table account add column refund_days {int} not null default 90;

insert into refund (
  id, account_id, status, amount, fees, connector, connection, network_reference, state, recipient, narration, metadata,
  api_version, staff_id, created_at, completed_at, ended_at, payer, ran_at, yes_count, cash_sale_id, way, reason, till_id,
  shift_id, approved_by, from_sales
)
select
  substr(cash_sale.id, 6, 8) || '-' || substr(cash_sale.id, 14, 4) || '-' || substr(cash_sale.id, 18, 4) || '-'
    || substr(cash_sale.id, 22, 4) || '-' || substr(cash_sale.id, 26, 12),
  cash_sale.account_id, 'completed', cash_sale.amount, 0, 'cash', 'cash', cash_sale.id, 'settled',
  '{"channel":"mobile","phone":"","provider":"","name":""}', '', '{}', account.api_version, cash_sale.voided_by,
  cash_sale.voided_at, cash_sale.voided_at, cash_sale.voided_at, account.name, 0, 0, cash_sale.id, 'cash',
  coalesce(cash_sale.void_reason, ''), cash_sale.till_id, cash_sale.shift_id, cash_sale.void_approved_by, 1
from cash_sale join account on account.id = cash_sale.account_id
where cash_sale.voided_at is not null;
