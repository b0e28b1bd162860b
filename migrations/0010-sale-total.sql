-- What was sold and given back on each day, in the account's time zone, by `kind`: by method, till, cashier, item
-- (pieces) or weight (grams). `name` is the method, the id of the till or person, or the item as the sale names it.
-- The first start fills it in (flow/sale-total.ts): only there are the days of a time zone known.
create table sale_total (
  account_id {text} not null references account (id),
  kind {text} not null,
  day {int} not null,
  name {text} not null,
  count {int} not null,
  gross {int} not null,
  quantity {int} not null,
  refunds {int} not null,
  refunded {int} not null,
  primary key (account_id, kind, day, name)
) {clustered};
