-- Idempotency keys age by the time that the box has run, not by its clock. Those that are there begin to age with this migration.
alter table idempotency add column ran_at {int} not null default 0;
drop index idempotency_age;
create index idempotency_age on idempotency (ran_at);
