-- Fewer trees to write for each webhook and each payment. What a commit costs is the pages it changes.

-- Found by its id alone, so it needs no second tree for that.
create table lean_job (
  id {text} primary key,
  kind {text} not null,
  subject {text} not null,
  lane {text},
  state {text} not null check (state in ('waiting', 'claimed', 'held', 'parked')),
  due_at {int} not null,
  tries {int} not null,
  last_error {text}
) {clustered};
insert into lean_job select id, kind, subject, lane, state, due_at, tries, last_error from job;
drop table job;
alter table lean_job rename to job;
create index job_due on job (due_at) where lane is null and state in ('waiting', 'claimed');
create index job_due_lane on job (due_at) where lane is not null and state in ('waiting', 'claimed');
create index job_held on job (lane, due_at) where state = 'held';
create index job_parked on job (id) where state = 'parked';

-- Always looked for by its delivery.
create table lean_dispatch (
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
insert into lean_dispatch
  select delivery_id, id, number, sent_at, took_ms, request_headers, status, response_headers, response_body, error from dispatch order by id;
drop table dispatch;
alter table lean_dispatch rename to dispatch;

-- There are seven types: what asks for all of them merges seven walks of an index that has the type before the host or the id.
drop index delivery_host;
drop index delivery_status;
drop index delivery_status_host;
