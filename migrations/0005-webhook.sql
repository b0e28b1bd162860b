-- Webhooks a merchant can trust: tries that did not count, addresses paused after 410 Gone, and a signing key that may overlap the next.

alter table delivery add column stalls {int} not null default 0 check (stalls >= 0);

-- Deliveries to this address wait until a person resumes it.
create table paused_address (
  account_id {text} not null references account (id),
  url {text} not null,
  delivery_id {text} not null references delivery (id),
  created_at {int} not null,
  primary key (account_id, url)
) {strict};
-- Those that wait: the only ones under way without a next try.
create index delivery_paused on delivery (account_id, url, id)
  where next_at is null and status in ('pending', 'failed', 'retrying');

alter table account add column previous_signing_key {text};
alter table account add column previous_until {int};

-- Two queues: what a shop waits for never stands behind webhooks, however many are due.
drop index job_due;
create index job_due on job (due_at) where lane is null and state in ('waiting', 'claimed');
create index job_due_lane on job (due_at) where lane is not null and state in ('waiting', 'claimed');
