-- The tables of the first release. {int}, {text}, {strict} and {clustered} (rows lie in the primary key itself) are the words that
-- differ between SQLite and PostgreSQL.
-- Times are milliseconds since 1970 in UTC, money is whole shillings, flags are 0 or 1, json is text.

create table setting (name {text} primary key, value {text} not null) {strict};

create table account (
  id {text} primary key,
  name {text} not null,
  mode {text} not null check (mode in ('live', 'sandbox')),
  twin_id {text},
  city {text} not null,
  time_zone {text} not null,
  api_version {text} not null,
  signing_key {text} not null,
  webhook_url {text},
  webhook_hosts {text} not null,
  fees {text} not null,
  amount_max {int},
  expiry_seconds {int} not null check (expiry_seconds between 60 and 14400),
  created_at {int} not null
) {strict};

create table api_key (
  id {text} primary key,
  account_id {text} not null references account (id),
  name {text} not null,
  hash {text} not null unique,
  hint {text} not null,
  scopes {text} not null,
  created_by {text},
  created_at {int} not null,
  revoked_at {int}
) {strict};
create index api_key_account on api_key (account_id, id);

create table member (
  staff_id {text} not null,
  account_id {text} not null references account (id),
  role {text} not null check (role in ('owner', 'admin', 'developer', 'cashier')),
  created_at {int} not null,
  primary key (staff_id, account_id)
) {strict};

create table payment (
  id {text} primary key,
  account_id {text} not null references account (id),
  type {text} not null check (type in ('mobile', 'card', 'dynamic-qr')),
  status {text} not null check (status in ('pending', 'completed', 'failed', 'voided', 'expired')),
  amount {int} not null check (amount between 500 and 999999999999),
  currency {text} not null check (currency = 'TZS'),
  connector {text} not null,
  channel_type {text} not null,
  provider {text} not null,
  phone {text},
  customer {text} not null,
  metadata {text} not null,
  webhook_url {text},
  api_version {text} not null,
  token {text} not null,
  tail {text} not null,
  qr {text},
  payment_url {text},
  redirect_url {text},
  cancel_url {text},
  external_reference {text},
  fees {int} check (fees between 0 and amount),
  failure_reason {text},
  late {int} not null check (late in (0, 1)),
  unknown {int} not null check (unknown in (0, 1)),
  created_by {text} not null,
  created_at {int} not null,
  expires_at {int} not null,
  ended_at {int},
  check ((status = 'completed') = (fees is not null))
) {strict};
-- Lists and their counts walk one index and nothing else: every filter of a list has one that ends in the id (test/store/scale.test.ts).
create index payment_account on payment (account_id, id);
create index payment_status on payment (account_id, status, id);
create index payment_type on payment (account_id, type, id);
create index payment_status_type on payment (account_id, status, type, id);
create index payment_tail on payment (account_id, tail, id);
create index payment_phone on payment (account_id, phone, id) where phone is not null;
create index payment_external on payment (account_id, external_reference, id) where external_reference is not null;
create index payment_token on payment (token, id);

create table attempt (
  id {text} primary key,
  payment_id {text} not null references payment (id),
  account_id {text} not null,
  connector {text} not null,
  network_reference {text} not null unique,
  method {text} not null check (method in ('qr', 'push', 'card')),
  phone {text},
  amount {int} not null check (amount > 0),
  state {text} not null check (state in ('planned', 'sent', 'unknown', 'succeeded', 'failed', 'cancelled')),
  external_reference {text},
  failure_reason {text},
  paid_amount {int},
  created_at {int} not null,
  sent_at {int},
  ended_at {int}
) {strict};
create index attempt_payment on attempt (payment_id, id);

create table posting (
  id {text} primary key,
  account_id {text} not null references account (id),
  subject {text} not null,
  reason {text} not null,
  from_book {text} not null check (from_book in ('network', 'merchant', 'held', 'fees', 'suspense')),
  to_book {text} not null check (to_book in ('network', 'merchant', 'held', 'fees', 'suspense')),
  amount {int} not null check (amount > 0),
  created_at {int} not null,
  check (from_book <> to_book)
) {strict};
create index posting_subject on posting (subject);
create index posting_account on posting (account_id, id);

create table balance (
  account_id {text} not null references account (id),
  book {text} not null,
  amount {int} not null,
  primary key (account_id, book)
) {strict};

create table event (
  id {text} primary key,
  account_id {text} not null references account (id),
  subject {text} not null,
  type {text} not null,
  api_version {text} not null,
  body {text} not null,
  created_at {int} not null,
  unique (subject, type)
) {strict};
create index event_account on event (account_id, id);

create table delivery (
  id {text} primary key,
  event_id {text} not null references event (id),
  account_id {text} not null references account (id),
  subject {text} not null,
  url {text} not null,
  host {text} not null,
  status {text} not null check (status in ('pending', 'retrying', 'success', 'failed', 'abandoned')),
  tries {int} not null,
  next_at {int},
  last_status {int},
  last_error {text},
  created_at {int} not null,
  ended_at {int}
) {strict};
create index delivery_account on delivery (account_id, id);
create index delivery_subject on delivery (subject, id);

create table dispatch (
  id {text} primary key,
  delivery_id {text} not null references delivery (id),
  number {int} not null,
  sent_at {int} not null,
  took_ms {int} not null,
  request_headers {text} not null,
  status {int},
  response_headers {text} not null,
  response_body {text} not null,
  error {text}
) {strict};
create index dispatch_delivery on dispatch (delivery_id, id);

-- id is kind:subject, so there is one job of a kind for a subject and it can be moved without a search.
create table job (
  id {text} primary key,
  kind {text} not null,
  subject {text} not null,
  lane {text},
  state {text} not null check (state in ('waiting', 'claimed', 'held', 'parked')),
  due_at {int} not null,
  tries {int} not null,
  last_error {text}
) {strict};
create index job_due on job (due_at) where state in ('waiting', 'claimed');
create index job_held on job (lane, due_at) where state = 'held';

create table idempotency (
  account_id {text} not null references account (id),
  key {text} not null,
  fingerprint {text} not null,
  subject {text} not null,
  status {int},
  body {text},
  created_at {int} not null,
  primary key (account_id, key)
) {strict};
create index idempotency_age on idempotency (created_at);

-- Clustered, because lists add up all days of an account: a third of the time, and one tree to write instead of two.
create table total (
  account_id {text} not null references account (id),
  day {int} not null,
  type {text} not null,
  status {text} not null,
  count {int} not null,
  amount {int} not null,
  primary key (account_id, day, type, status)
) {clustered};

-- Confirmed money that fits no open payment, until a person settles it. It lies in the suspense book meanwhile.
create table unmatched (
  id {text} primary key,
  account_id {text} not null references account (id),
  payment_id {text} not null references payment (id),
  attempt_id {text} not null unique references attempt (id),
  amount {int} not null check (amount > 0),
  reason {text} not null check (reason in ('other_amount', 'paid_twice')),
  created_at {int} not null,
  resolution {text} check (resolution in ('kept', 'returned')),
  note {text},
  settled_by {text},
  settled_at {int}
) {strict};
create index unmatched_account on unmatched (account_id, id);
create index unmatched_open on unmatched (account_id, id) where settled_at is null;

create table payout (
  id {text} primary key,
  account_id {text} not null references account (id),
  status {text} not null check (status in ('pending', 'completed', 'failed', 'reversed')),
  amount {int} not null check (amount between 5000 and 999999999999),
  fees {int} not null check (fees >= 0),
  connector {text} not null,
  network_reference {text} not null unique,
  state {text} not null check (state in ('planned', 'sent', 'unknown', 'settled')),
  recipient {text} not null,
  narration {text} not null,
  metadata {text} not null,
  webhook_url {text},
  api_version {text} not null,
  external_reference {text},
  failure_reason {text},
  created_by {text} not null,
  created_at {int} not null,
  completed_at {int},
  ended_at {int}
) {strict};
create index payout_account on payout (account_id, id);
create index payout_status on payout (account_id, status, id);

-- The pretend network's own memory: what its customers were asked and what they will answer.
create table simulation (
  network_reference {text} primary key,
  account_id {text} not null references account (id),
  payee {text} not null,
  method {text} not null check (method in ('qr', 'push', 'card', 'payout')),
  amount {int} not null,
  phone {text},
  token {text} not null,
  outcome {text} not null check (outcome in ('pending', 'completed', 'failed', 'expired', 'reversed', 'unknown')),
  ready_at {int} not null,
  paid_amount {int},
  provider {text},
  failure_reason {text},
  created_at {int} not null,
  expires_at {int} not null
) {strict};
create index simulation_token on simulation (token, created_at);
create index simulation_phone on simulation (phone, created_at) where phone is not null;
