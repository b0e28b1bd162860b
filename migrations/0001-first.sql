-- The tables of the first release, described for the code in store/table.ts. {int}, {text}, {strict}, {clustered}
-- (rows lie in the primary key itself), {rowid} and {number} are the words that differ between SQLite and PostgreSQL.
-- Times are milliseconds since 1970 in UTC, money is whole shillings, flags are 0 or 1, json is text.
-- staff_id, till_id and key_id of one row are its actor (domain/actor.ts); all null is the server. Where only
-- staff can do that is one column with the id of a person: cashier, or a name that ends in _by.

create table setting (name {text} primary key, value {text} not null) {strict};

create table account (
  id {text} primary key,
  -- Counts accounts in the order of their creation, whatever the clock says: the oldest administers the server.
  number {int} not null unique,
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
  created_at {int} not null,
  previous_signing_key {text},
  previous_until {int},
  payout_approval_above {int},
  simulated_phone {int} not null default 1 check (simulated_phone in (0, 1)),
  routing {text} not null,
  quick_amounts {text} not null,
  pin_length {int} not null check (pin_length between 4 and 8),
  blind_count {int} not null check (blind_count in (0, 1))
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

-- When each API key was last used, written once a minute at most. Keys that were never used have no row.
create table key_use (
  key_id {text} primary key,
  used_at {int} not null
) {clustered};

create table member (
  staff_id {text} not null,
  account_id {text} not null references account (id),
  role {text} not null check (role in ('owner', 'admin', 'developer', 'cashier')),
  created_at {int} not null,
  pin_hash {text},
  pin_set_at {int},
  pin_length {int},
  may_confirm {int} not null check (may_confirm in (0, 1)),
  primary key (staff_id, account_id)
) {strict};
create index member_account on member (account_id, staff_id);

-- What an account calls a person, and how often they were removed. It stays when the person leaves, for the
-- records they are in, and so that a token of an earlier membership ends.
create table staff_name (
  account_id {text} not null references account (id),
  staff_id {text} not null,
  name {text} not null,
  removals {int} not null,
  primary key (account_id, staff_id)
) {clustered};

-- A link that makes a person staff of an account and of its twin. Its code is kept as a hash.
create table invitation (
  id {text} primary key,
  account_id {text} not null references account (id),
  twin_id {text} references account (id),
  name {text} not null,
  email {text},
  role {text} not null check (role in ('owner', 'admin', 'developer', 'cashier')),
  staff_id {text},
  hash {text} not null unique,
  created_by {text} not null,
  created_at {int} not null,
  expires_at {int} not null,
  ended_at {int}
) {strict};
create index invitation_open on invitation (account_id, id) where ended_at is null;

-- Who decided what, and from where. Rows are only added.
create table audit_entry (
  {rowid}
  id {text} primary key,
  account_id {text} not null references account (id),
  staff_id {text},
  till_id {text},
  key_id {text},
  kind {text} not null,
  subject {text},
  detail {text} not null,
  address {text},
  created_at {int} not null
) {strict};
create index audit_entry_account on audit_entry (account_id, id);
create index audit_entry_kind on audit_entry (account_id, kind, id);
create index audit_entry_staff on audit_entry (account_id, staff_id, id) where staff_id is not null;
create index audit_entry_till on audit_entry (account_id, till_id, id) where till_id is not null;
create index audit_entry_key on audit_entry (account_id, key_id, id) where key_id is not null;
create index audit_entry_server on audit_entry (account_id, coalesce(staff_id, till_id, key_id), id)
  where coalesce(staff_id, till_id, key_id) is null;
create index audit_entry_subject on audit_entry (subject, id) where subject is not null;

-- Audit entries that owners must see, until one of them acknowledges it: changes of a live account's webhooks by
-- someone else, and a restore.
create table owner_notice (
  account_id {text} not null references account (id),
  entry_id {text} not null references audit_entry (id),
  primary key (account_id, entry_id)
) {clustered};

-- The payment networks that accounts are connected to. Credentials are sealed json. Those of a merchant whom
-- the account has replaced stay: its last payments are still asked about.
create table network (
  id {text} primary key,
  account_id {text} not null references account (id),
  name {text} not null,
  merchant {text} not null,
  credentials {text} not null,
  connected {int} not null check (connected in (0, 1)),
  enabled {int} not null check (enabled in (0, 1)),
  created_at {int} not null,
  unique (account_id, name, merchant)
) {strict};
create unique index network_connected on network (account_id, name) where connected = 1;

-- The record chain: a link for each commit that added postings or audit entries. It says how many rows of each
-- there were then, and its hash covers the hash of the link before and the rows between (store/chain.ts).
-- `foreign_rows` of them were added by something else than Kaunta.
create table chain_link (
  number {int} primary key,
  postings {int} not null,
  audit_entries {int} not null,
  foreign_rows {int} not null,
  hash {text} not null
) {strict};

-- The number counts payments in the order of their creation, which is the order of their ids. The token and the
-- end of the id are made from it (domain/payment-number.ts), so neither needs an index.
create table payment (
  number {int} primary key,
  id {text} not null unique,
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
  qr {text},
  payment_url {text},
  redirect_url {text},
  cancel_url {text},
  external_reference {text},
  fees {int} check (fees between 0 and amount),
  failure_reason {text},
  late {int} not null check (late in (0, 1)),
  unknown {int} not null check (unknown in (0, 1)),
  created_at {int} not null,
  expires_at {int} not null,
  -- When the payment's jobs are added to the queue; null once they were.
  due_at {int},
  ended_at {int},
  session_id {text},
  staff_id {text},
  till_id {text},
  key_id {text},
  shift_id {text},
  manual_confirmation {text},
  line_items {text},
  check ((status = 'completed') = (fees is not null))
) {strict};
-- Lists and their counts walk one index and nothing else: every filter of a list has one, and its entries lie
-- in the order of their numbers (test/store/scale.test.ts). A type alone is walked once for each status.
create index payment_account on payment (account_id{number});
create index payment_status on payment (account_id, status{number});
create index payment_status_type on payment (account_id, status, type{number});
create index payment_phone on payment (account_id, phone{number}) where phone is not null;
create index payment_email on payment (account_id, (customer ->> 'email') collate nocase{number})
  where customer <> '{}' and customer ->> 'email' is not null;
create index payment_external on payment (account_id, external_reference{number}) where external_reference is not null;
create index payment_till on payment (account_id, till_id{number}) where till_id is not null;
create index payment_amount on payment (account_id, amount{number});
-- Few rows are in this: it costs nothing until a payment needs a person.
create index payment_unknown on payment (account_id{number}) where unknown = 1;
create index payment_due on payment (due_at) where due_at is not null;
-- A cashier without a till sees the sales that they created. Keys and tills, which create nearly all, write no
-- row here. The column that is always null lets a count walk the index alone.
create index payment_staff on payment (account_id, staff_id, till_id{number})
  where staff_id is not null and till_id is null;

-- Tokens that a network gave instead of ours.
create table network_token (
  token {text} not null,
  payment_number {int} not null references payment (number),
  primary key (token, payment_number)
) {clustered};

-- The words of a payment's note, each once, as domain/note.ts cuts them.
create table note_word (
  account_id {text} not null,
  word {text} not null,
  payment_number {int} not null references payment (number),
  primary key (account_id, word, payment_number)
) {clustered};

-- The first attempt of a payment has its id, so only others are found by an index.
create table attempt (
  id {text} primary key,
  payment_id {text} not null references payment (id),
  account_id {text} not null,
  connector {text} not null,
  connection {text} not null,
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
  ended_at {int},
  expires_at {int},
  ran_at {int} not null,
  yes_count {int} not null check (yes_count >= 0),
  memo {text},
  planned_order {text}
) {clustered};
create index attempt_payment on attempt (payment_id, id) where payment_id <> id;
-- One receipt of a connection is one time money.
create unique index attempt_receipt on attempt (connection, external_reference)
  where state = 'succeeded' and external_reference is not null and planned_order is not null;
-- The pushes of checkout links, whose attempts have an end: counted by number before another is sent.
create index attempt_checkout_phone on attempt (phone, created_at)
  where phone is not null and expires_at is not null;

-- What networks answered to status checks of an attempt. Equal answers in a row are one row that counts.
create table status_check (
  attempt_id {text} not null references attempt (id),
  number {int} not null,
  answer {text} not null check (answer in ('pending', 'completed', 'failed', 'absent', 'unknown')),
  times {int} not null check (times > 0),
  first_at {int} not null,
  last_at {int} not null,
  primary key (attempt_id, number)
) {clustered};

-- From when to when the outcome of a payment was unknown.
create table unknown_period (
  payment_id {text} not null references payment (id),
  number {int} not null,
  began_at {int} not null,
  ended_at {int},
  primary key (payment_id, number)
) {clustered};

-- Read in the order of their numbers, which have no gaps (store/chain.ts), and by nothing else: no other index.
create table posting (
  number {int} primary key,
  account_id {text} not null references account (id),
  subject {text} not null,
  reason {text} not null,
  from_book {text} not null check (from_book in ('network', 'merchant', 'held', 'fees', 'suspense')),
  to_book {text} not null check (to_book in ('network', 'merchant', 'held', 'fees', 'suspense')),
  amount {int} not null check (amount > 0),
  created_at {int} not null,
  check (from_book <> to_book)
) {strict};

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
create index event_type on event (account_id, type, id);

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
  ended_at {int},
  stalls {int} not null check (stalls >= 0),
  type {text} not null
) {strict};
create index delivery_subject on delivery (subject, id);
-- Deliveries to a paused address: the only ones under way without a next try.
create index delivery_paused on delivery (account_id, url, id)
  where next_at is null and status in ('pending', 'failed', 'retrying');
create index delivery_event on delivery (event_id);
-- There are seven event types: a list of all of them merges seven walks of an index that has the type before
-- the host or the id.
create index delivery_type on delivery (account_id, type, id);
create index delivery_status_type on delivery (account_id, status, type, id);
create index delivery_type_host on delivery (account_id, type, host, id);
create index delivery_status_type_host on delivery (account_id, status, type, host, id);
-- Last: SQLite takes the older of two indexes that it finds equally good.
create index delivery_account on delivery (account_id, id);

-- Deliveries to this address wait until a person resumes it.
create table paused_address (
  account_id {text} not null references account (id),
  url {text} not null,
  delivery_id {text} not null references delivery (id),
  created_at {int} not null,
  primary key (account_id, url)
) {strict};

-- Always found by its delivery.
create table dispatch (
  delivery_id {text} not null references delivery (id),
  id {text} not null,
  number {int} not null,
  sent_at {int} not null,
  took_ms {int} not null,
  request_headers {text} not null,
  status {int},
  response_headers {text} not null,
  response_body {text} not null,
  error {text},
  primary key (delivery_id, id)
) {strict};

-- The id is kind:subject: one job of a kind for a subject, moved without a search. Found by the id alone, so
-- it needs no second tree. A queue for each priority: what a shop waits for never waits behind webhooks, however
-- many are due. Their kinds are those of domain/job.ts.
create table job (
  id {text} primary key,
  kind {text} not null,
  subject {text} not null,
  queue {text},
  state {text} not null check (state in ('waiting', 'claimed', 'held', 'parked')),
  due_at {int} not null,
  tries {int} not null,
  last_error {text}
) {clustered};
create index job_due_money on job (due_at) where queue is null and state in ('waiting', 'claimed')
  and kind in ('attempt.check', 'attempt.recheck', 'attempt.cancel', 'payout.check', 'payout.recheck');
create index job_due_expiry on job (due_at) where queue is null and state in ('waiting', 'claimed')
  and kind in ('payment.expire', 'session.expire');
create index job_due_upkeep on job (due_at) where queue is null and state in ('waiting', 'claimed')
  and kind not in ('attempt.check', 'attempt.recheck', 'attempt.cancel', 'payout.check', 'payout.recheck',
    'payment.expire', 'session.expire');
create index job_due_queue on job (due_at) where queue is not null and state in ('waiting', 'claimed');
create index job_held on job (queue, due_at) where state = 'held';
-- Few rows are in this: a start finds what the process before it had claimed, however much waits.
create index job_claimed on job (id) where state = 'claimed';
create index job_parked on job (id) where state = 'parked';

-- In the order of their age, which is a tree less than an index of it.
create table idempotency (
  ran_at {int} not null,
  account_id {text} not null references account (id),
  key {text} not null,
  fingerprint {text} not null,
  subject {text} not null,
  status {int},
  body {text},
  primary key (ran_at, account_id, key),
  unique (account_id, key)
) {clustered};

-- Clustered, because lists add up all days of an account: a third of the time, and one tree to write instead
-- of two.
create table total (
  account_id {text} not null references account (id),
  day {int} not null,
  type {text} not null,
  status {text} not null,
  count {int} not null,
  amount {int} not null,
  primary key (account_id, day, type, status)
) {clustered};

-- How many payments there are on all days and their sum, so that a list says its totals without adding the days up.
create table payment_total (
  account_id {text} not null references account (id),
  type {text} not null,
  status {text} not null,
  count {int} not null,
  amount {int} not null,
  primary key (account_id, type, status)
) {clustered};

-- Confirmed money that fits no open payment, until a person settles it. It lies in the suspense book
-- meanwhile.
create table unmatched (
  id {text} primary key,
  account_id {text} not null references account (id),
  payment_id {text} not null references payment (id),
  attempt_id {text} not null unique references attempt (id),
  amount {int} not null check (amount > 0),
  reason {text} not null check (reason in ('other_amount', 'paid_twice')),
  receipt {text},
  created_at {int} not null,
  resolution {text} check (resolution in ('kept', 'returned')),
  note {text},
  settled_by {text},
  settled_at {int}
) {strict};
create index unmatched_payment on unmatched (payment_id, id);
-- A receipt whose money waits, or was settled, confirms no payment manually.
create index unmatched_receipt on unmatched (account_id, receipt) where receipt is not null;
-- Two lists, open and settled: the same cost however long the other one is. The last column lets pages be
-- skipped and rows be counted without reading the table. No query asks for both together.
create index unmatched_open on unmatched (account_id, id, settled_at) where settled_at is null;
create index unmatched_settled on unmatched (account_id, id, settled_at) where settled_at is not null;

-- Payment SMS that a shopkeeper's phone forwarded: a report of money on the shop's own till number, and what
-- became of it. The text is sealed and emptied after 90 days. Of one whose id was seen with another amount,
-- only the first has its unique id here.
create table sms (
  id {text} primary key,
  account_id {text} not null references account (id),
  connection {text} not null,
  state {text} not null check (state in ('waiting', 'rejected', 'claimed', 'settled')),
  reason {text},
  fingerprint {text} not null,
  sender {text} not null,
  text {text},
  template {text},
  transaction_id {text},
  unique_id {text},
  amount {int} check (amount > 0),
  balance {int},
  balance_label {text},
  paid_at {int},
  payer_name {text},
  payer_phone {text},
  received_at {int} not null,
  payment_id {text} references payment (id),
  staff_id {text},
  till_id {text},
  ended_at {int},
  note {text},
  check ((state in ('waiting', 'rejected')) = (ended_at is null)),
  check (state <> 'claimed' or (payment_id is not null and amount is not null))
) {strict};
create unique index sms_transaction on sms (account_id, unique_id) where unique_id is not null;
create unique index sms_fingerprint on sms (account_id, fingerprint);
create unique index sms_payment on sms (payment_id) where payment_id is not null;
create index sms_balance on sms (connection, balance_label, id) where balance is not null;
create index sms_amount on sms (connection, amount, id) where state = 'waiting';
create index sms_waiting on sms (connection, id) where state = 'waiting';
create index sms_person on sms (connection, template, id) where state = 'claimed' and staff_id is not null;
-- Two lists, as of unmatched money.
create index sms_open on sms (account_id, id, ended_at) where ended_at is null;
create index sms_ended on sms (account_id, id, ended_at) where ended_at is not null;

create table payout (
  id {text} primary key,
  account_id {text} not null references account (id),
  status {text} not null check (status in ('pending', 'completed', 'failed', 'reversed')),
  amount {int} not null check (amount between 5000 and 999999999999),
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
  manual_outcome {text}
) {strict};
-- Few rows are in these two.
create index payout_unknown on payout (account_id, id) where state = 'unknown';
create index payout_waiting on payout (account_id, id) where approval = 'waiting';
create index payout_account on payout (account_id, id);
create index payout_status on payout (account_id, status, id);

-- What a comparison of a day with a network, or with a file of it, found. `unanswered` orders could not be
-- compared; `error` says why nothing could.
create table reconciliation (
  account_id {text} not null references account (id),
  day {int} not null,
  connection {text} not null,
  source {text} not null check (source in ('network', 'file')),
  network {text} not null,
  checked_at {int} not null,
  matched_count {int} not null,
  matched_amount {int} not null,
  unpaid {int} not null,
  unanswered {int} not null,
  error {text} check (error in ('network_silent', 'network_removed')),
  primary key (account_id, day, connection, source)
) {clustered};

-- Its differences. `key` names the order or the money, which has one row however often it is found.
create table difference (
  id {text} primary key,
  account_id {text} not null references account (id),
  day {int} not null,
  connection {text} not null,
  source {text} not null check (source in ('network', 'file')),
  network {text} not null,
  key {text} not null,
  result {text} not null check (result in ('missing_here', 'missing_there', 'other_amount', 'other_state')),
  kind {text} check (kind in ('payment', 'payout')),
  subject {text},
  reference {text},
  receipt {text},
  own_amount {int},
  own_state {text},
  network_reference {text},
  network_receipt {text},
  network_amount {int},
  network_state {text},
  found_at {int} not null,
  cured_at {int},
  seen_at {int},
  seen_by {text},
  note {text}
) {strict};
create unique index difference_key on difference (account_id, connection, source, key);
create index difference_day on difference (account_id, day, id);
-- Few rows are in this: those that wait for a person.
create index difference_open on difference (account_id, day) where cured_at is null and seen_at is null;

-- The simulator's own memory: prompts on phones, payouts, and what was decided. A QR code or a card page that
-- waits for its customer needs no row: its attempt says all.
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
create index simulation_phone on simulation (phone, created_at) where phone is not null;

-- Profiles: branding and defaults of checkout sessions. One that is deleted stays for the sessions made with
-- it.
create table profile (
  id {text} primary key,
  account_id {text} not null references account (id),
  name {text} not null,
  merchant_name {text} not null,
  logo_id {text},
  brand_color {text} not null,
  locale {text} not null check (locale in ('en', 'sw')),
  collect_email {int} not null check (collect_email in (0, 1)),
  allowed_methods {text} not null,
  redirect_url {text},
  webhook_url {text},
  is_default {int} not null check (is_default in (0, 1)),
  created_at {int} not null,
  deleted_at {int}
) {strict};
create index profile_account on profile (account_id, id);
create unique index profile_default on profile (account_id) where is_default = 1;

-- Pictures are small and kept as base64; the id is the hash of the bytes, so browsers may keep them for ever.
create table logo (
  id {text} primary key,
  account_id {text} not null references account (id),
  type {text} not null check (type in ('image/png', 'image/webp')),
  bytes {text} not null,
  created_at {int} not null
) {strict};

-- A session's public reference is sess_ and the digits of its id.
create table session (
  id {text} primary key,
  account_id {text} not null references account (id),
  profile_id {text} not null references profile (id),
  payment_id {text} unique references payment (id),
  token {text} not null unique,
  short_code {text} not null unique,
  status {text} not null check (status in ('pending', 'active', 'completed', 'expired', 'cancelled')),
  amount {int} not null check (amount between 0 and 999999999999),
  allow_custom_amount {int} not null check (allow_custom_amount in (0, 1)),
  amount_min {int} not null,
  amount_max {int} not null,
  allowed_methods {text} not null,
  customer {text} not null,
  redirect_url {text},
  webhook_url {text},
  description {text},
  metadata {text} not null,
  line_items {text} not null,
  custom_fields {text} not null,
  display {text} not null,
  answers {text} not null,
  url_metadata {text},
  late {int} not null check (late in (0, 1)),
  api_version {text} not null,
  staff_id {text},
  till_id {text},
  key_id {text},
  created_at {int} not null,
  expires_at {int} not null,
  ended_at {int}
) {strict};
create index session_account on session (account_id, id);
create index session_status on session (account_id, status, id);
create index session_staff on session (account_id, staff_id, till_id, id)
  where staff_id is not null and till_id is null;

create table session_total (
  account_id {text} not null references account (id),
  status {text} not null,
  count {int} not null,
  primary key (account_id, status)
) {clustered};

-- Tills: paired browsers at the counter, who is signed in on them, and where their money falls.
create table till (
  id {text} primary key,
  account_id {text} not null references account (id),
  name {text} not null,
  hash {text} unique,
  pairing_hash {text},
  pairing_expires_at {int},
  paired_at {int},
  seen_at {int},
  staff_id {text},
  shift_id {text} not null,
  created_at {int} not null,
  revoked_at {int},
  printer_host {text},
  printer_port {int} check (printer_port between 1 and 65535),
  printer_paper {int} check (printer_paper in (58, 80)),
  printer_auto {int} not null check (printer_auto in (0, 1))
) {strict};
create index till_account on till (account_id, id);
create index till_pairing on till (pairing_hash) where pairing_hash is not null;

-- A lock holds on one till. It lasts longer the more wrong tries the person has on all tills, and is twice the
-- last one on this till at least.
create table pin_try (
  account_id {text} not null references account (id),
  staff_id {text} not null,
  till_id {text} not null references till (id),
  wrong {int} not null,
  locked_at {int},
  lock_ms {int} not null,
  primary key (account_id, staff_id, till_id)
) {clustered};

-- A till has one shift that is not closed: open, or waiting to be opened and gathering what completes
-- meanwhile.
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
  short_reason {text},
  report {text},
  check ((state = 'closed') = (report is not null))
) {strict};
create unique index shift_current on shift (till_id) where state <> 'closed';
create index shift_account on shift (account_id, opened_at, id) where opened_at is not null;
create index shift_till on shift (till_id, opened_at, id) where opened_at is not null;
create index shift_cashier on shift (account_id, opened_by, opened_at, id) where opened_at is not null;

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
  void_reason {text},
  line_items {text}
) {strict};
create index cash_sale_till on cash_sale (till_id, id);
-- The cash of an hour or a day, for the console's first page.
create index cash_sale_sold on cash_sale (account_id, created_at) where voided_at is null;
create unique index cash_sale_payment on cash_sale (payment_id) where payment_id is not null and voided_at is null;

-- Screens that are turned to the customer on a device of their own: each belongs to a till, and ends with its pairing.
create table display (
  id {text} primary key,
  till_id {text} not null references till (id),
  name {text} not null,
  hash {text} unique,
  pairing_hash {text},
  pairing_expires_at {int},
  paired_at {int},
  seen_at {int},
  created_at {int} not null
) {strict};
create index display_till on display (till_id, id);
create index display_pairing on display (pairing_hash) where pairing_hash is not null;
