-- A refund can fail twice: it fails, is paid late, and its money comes back. SQLite cannot drop the unique
-- constraint on the type, so the table is made again. Deliveries refer to its rows: that is checked at the end.
pragma defer_foreign_keys = on;
create table event_copy as select * from event;
drop table event;
create table event (
  id {text} primary key,
  account_id {text} not null references account (id),
  subject {text} not null,
  type {text} not null,
  api_version {text} not null,
  body {text} not null,
  created_at {int} not null
) {strict};
insert into event select * from event_copy order by id;
drop table event_copy;
create unique index event_subject on event (subject, type, (case type when 'refund.failed' then id else '' end));
create index event_account on event (account_id, id);
create index event_type on event (account_id, type, id);
