-- What the console needs: invitations, who may see an account, and indexes for what waits for a person.

-- A link that makes somebody staff of an account and of its twin. Its code is kept as a hash.
create table invitation (
  id {text} primary key,
  account_id {text} not null references account (id),
  twin_id {text} references account (id),
  name {text} not null,
  email {text},
  role {text} not null check (role in ('owner', 'admin', 'developer', 'cashier')),
  hash {text} not null unique,
  created_by {text} not null,
  created_at {int} not null,
  expires_at {int} not null,
  ended_at {int}
) {strict};
create index invitation_open on invitation (account_id, id) where ended_at is null;

create index if not exists member_account on member (account_id, staff_id);
create index act_subject on act (subject, id) where subject is not null;
create index unmatched_payment on unmatched (payment_id, id);

-- Few rows are in these: they cost nothing until something waits for a person.
create index payment_unknown on payment (account_id, id) where unknown = 1;
create index job_parked on job (id) where state = 'parked';
