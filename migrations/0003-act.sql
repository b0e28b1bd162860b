-- What people and keys did that somebody may ask about later. Rows are only added.
create table act (
  id {text} primary key,
  account_id {text} not null references account (id),
  actor {text} not null,
  kind {text} not null,
  subject {text},
  detail {text} not null,
  address {text},
  created_at {int} not null
) {strict};
create index act_account on act (account_id, id);
create index act_kind on act (account_id, kind, id);
create index act_actor on act (account_id, actor, id);
