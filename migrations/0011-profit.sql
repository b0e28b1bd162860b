-- What the lines with a cost price made and what they cost the shop, so that a report of any length has its
-- profit without a look at sales. The first start counts all sales again (flow/sale-total.ts).
alter table sale_total add column costed {int} not null default 0;
alter table sale_total add column cost {int} not null default 0;
