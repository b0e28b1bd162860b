-- What 0018-id-ahead.sql does, with the functions of PostgreSQL.
create index payment_ahead on payment (account_id, created_at, id)
  where replace(substr(id, 1, 13), '-', '') > lpad(to_hex(created_at + 10000), 12, '0');
create index cash_sale_ahead on cash_sale (account_id, created_at, id)
  where substr(id, 6, 12) > lpad(to_hex(created_at + 10000), 12, '0');
create index audit_entry_ahead on audit_entry (account_id, created_at, id)
  where substr(id, 7, 12) > lpad(to_hex(created_at + 10000), 12, '0');
create index event_ahead on event (account_id, created_at, id)
  where substr(id, 5, 12) > lpad(to_hex(created_at + 10000), 12, '0');
create index delivery_ahead on delivery (account_id, created_at, id)
  where substr(id, 5, 12) > lpad(to_hex(created_at + 10000), 12, '0');
create index attempt_ahead on attempt (account_id, created_at, id)
  where replace(substr(id, 1, 13), '-', '') > lpad(to_hex(created_at + 10000), 12, '0');
create index sms_ahead on sms (account_id, received_at, id)
  where substr(id, 5, 12) > lpad(to_hex(received_at + 10000), 12, '0');
