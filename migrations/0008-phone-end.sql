-- Payments by the last three digits of the payer's number, which are all that the till shows of it
-- (domain/phone.ts). Payments without a number, and sales for cash, have no entry.
create index payment_phone_end on payment (account_id, substr(phone, 11){number})
  where substr(phone, 11) is not null;
