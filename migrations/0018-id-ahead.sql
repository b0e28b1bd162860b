-- Rows whose id begins with a time of more than ten seconds after their creation: a clock that was ahead was
-- set right, and ids never go back. Lists by date find them here (store/period.ts). Most shops have none.
create index payment_ahead on payment (account_id, created_at, id)
  where replace(substr(id, 1, 13), '-', '') > printf('%012x', created_at + 10000);
create index cash_sale_ahead on cash_sale (account_id, created_at, id)
  where substr(id, 6, 12) > printf('%012x', created_at + 10000);
create index audit_entry_ahead on audit_entry (account_id, created_at, id)
  where substr(id, 7, 12) > printf('%012x', created_at + 10000);
create index event_ahead on event (account_id, created_at, id)
  where substr(id, 5, 12) > printf('%012x', created_at + 10000);
create index delivery_ahead on delivery (account_id, created_at, id)
  where substr(id, 5, 12) > printf('%012x', created_at + 10000);
create index attempt_ahead on attempt (account_id, created_at, id)
  where replace(substr(id, 1, 13), '-', '') > printf('%012x', created_at + 10000);
create index sms_ahead on sms (account_id, received_at, id)
  where substr(id, 5, 12) > printf('%012x', received_at + 10000);
