-- What networks answered when they were asked what became of an attempt. Askings in a row with the same answer are one row that counts.
create table poll (
  attempt_id {text} not null references attempt (id),
  number {int} not null,
  answer {text} not null check (answer in ('pending', 'completed', 'failed', 'unknown')),
  times {int} not null check (times > 0),
  first_at {int} not null,
  last_at {int} not null,
  primary key (attempt_id, number)
) {clustered};

-- From when to when the outcome of a payment was unknown. Those that are unknown by now do not know since when.
create table doubt (
  payment_id {text} not null references payment (id),
  number {int} not null,
  began_at {int} not null,
  ended_at {int},
  primary key (payment_id, number)
) {clustered};
