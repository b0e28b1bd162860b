-- Stock, for products that count it. An account counts its own, because practice sales must not change the
-- stock of the shop. `on_hand` is in base units, or grams if sold by weight, and always the sum of the movements.
alter table product add column track_stock {int} not null default 0;
create table stock (
  product_id {text} not null,
  account_id {text} not null references account (id),
  variation_id {text} not null,
  on_hand {int} not null,
  primary key (product_id, account_id, variation_id)
) {clustered};

-- `id` numbers the movements of a product in the account. `on_hand` is what was left after it.
create table stock_movement (
  product_id {text} not null,
  account_id {text} not null references account (id),
  id {text} not null,
  variation_id {text} not null,
  kind {text} not null,
  quantity {int} not null,
  on_hand {int} not null,
  reason {text},
  subject {text},
  staff_id {text},
  created_at {int} not null,
  primary key (product_id, account_id, id)
) {clustered};
create index stock_movement_subject on stock_movement (subject) where subject is not null;
