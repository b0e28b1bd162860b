-- Profiles: branding and defaults of checkout sessions. One that is deleted stays for the sessions made with it.
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
  created_by {text} not null,
  created_at {int} not null,
  expires_at {int} not null,
  ended_at {int}
) {strict};
create index session_account on session (account_id, id);
create index session_status on session (account_id, status, id);

create table session_total (
  account_id {text} not null references account (id),
  status {text} not null,
  count {int} not null,
  primary key (account_id, status)
) {clustered};

-- A payment that a session owns, and until when an attempt on its page waits for the customer.
alter table payment add column session_id {text};
alter table attempt add column expires_at {int};
