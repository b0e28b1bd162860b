-- Baskets that wait under a name until a till takes them up. `content` is what the till needs to go on.
create table parked_sale (
  id {text} primary key,
  account_id {text} not null references account (id),
  name {text} not null,
  content {text} not null,
  amount {int} not null check (amount >= 0),
  line_count {int} not null check (line_count >= 1),
  parked_by {text},
  till_id {text} references till (id),
  created_at {int} not null
) {strict};
create index parked_sale_account on parked_sale (account_id, id);
