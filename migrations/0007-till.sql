-- Tills: paired browsers at the counter, who is signed in on them, and where their money falls.
create table till (
  id {text} primary key,
  account_id {text} not null references account (id),
  name {text} not null,
  hash {text} unique,
  pairing_hash {text},
  pairing_expires_at {int},
  pairing_tries {int} not null,
  paired_at {int},
  seen_at {int},
  staff_id {text},
  shift_id {text} not null,
  created_at {int} not null,
  revoked_at {int}
) {strict};
create index till_account on till (account_id, id);
create index till_pairing on till (pairing_hash) where pairing_hash is not null;

-- PINs belong to a membership, and end with it.
alter table member add column pin_hash {text};
alter table member add column pin_set_at {int};
alter table member add column may_complete {int} not null default 0 check (may_complete in (0, 1));
create index member_account on member (account_id, staff_id);

create table pin_try (
  till_id {text} not null references till (id),
  staff_id {text} not null,
  wrong {int} not null,
  locked_at {int},
  primary key (till_id, staff_id)
) {clustered};

-- A till has one shift that is not closed: open, or waiting to be opened and gathering what completes meanwhile.
create table shift (
  id {text} primary key,
  account_id {text} not null references account (id),
  till_id {text} not null references till (id),
  number {int} not null,
  state {text} not null check (state in ('waiting', 'open', 'closed')),
  cash_float {int} not null check (cash_float >= 0),
  opened_by {text},
  opened_at {int},
  counted {int} check (counted >= 0),
  closed_by {text},
  closed_at {int},
  report {text},
  check ((state = 'closed') = (report is not null))
) {strict};
create unique index shift_current on shift (till_id) where state <> 'closed';
create index shift_account on shift (account_id, opened_at, id) where opened_at is not null;
create index shift_till on shift (till_id, opened_at, id) where opened_at is not null;

create table shift_total (
  shift_id {text} not null references shift (id),
  method {text} not null check (method in ('qr', 'mobile', 'card', 'cash')),
  cashier {text} not null,
  count {int} not null,
  gross {int} not null,
  fees {int} not null,
  primary key (shift_id, method, cashier)
) {clustered};

create table drawer_move (
  id {text} primary key,
  shift_id {text} not null references shift (id),
  kind {text} not null check (kind in ('drop', 'pay_in')),
  amount {int} not null check (amount > 0),
  reason {text} not null,
  cashier {text} not null,
  created_at {int} not null
) {strict};
create index drawer_move_shift on drawer_move (shift_id, id);

create table cash_sale (
  id {text} primary key,
  account_id {text} not null references account (id),
  till_id {text} not null references till (id),
  shift_id {text} not null references shift (id),
  payment_id {text} references payment (id),
  cashier {text} not null,
  amount {int} not null check (amount > 0),
  given {int} not null check (given >= amount),
  note {text},
  created_at {int} not null,
  voided_at {int},
  voided_by {text},
  void_reason {text}
) {strict};
create index cash_sale_till on cash_sale (till_id, id);
create unique index cash_sale_payment on cash_sale (payment_id) where payment_id is not null and voided_at is null;

-- Where a payment was asked for, by whom, and the shift that counts it; and the word of the person who completed it.
alter table payment add column till_id {text};
alter table payment add column cashier {text};
alter table payment add column shift_id {text};
alter table payment add column by_hand {text};
create index payment_till on payment (account_id, till_id, id) where till_id is not null;
