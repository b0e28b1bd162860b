-- The payment link that cash replaces; null for other cash.
alter table cash_sale add column session_id {text} references session (id);
create index cash_sale_session on cash_sale (session_id) where session_id is not null and voided_at is null;
