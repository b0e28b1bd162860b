-- The shop page of a profile, and the number of its last order.
alter table profile add column shop_page {int} not null default 0;
alter table profile add column shop_orders {int} not null default 0;
-- Orders of shop pages, which no person, till or key creates. Other payments write no row here.
create index payment_order on payment (account_id{number})
  where staff_id is null and till_id is null and key_id is null;
