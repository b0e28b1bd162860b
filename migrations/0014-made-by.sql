-- A cashier who stands at no till sees what they made themselves. Only what people made elsewhere than at a till is in these: programs and
-- tills, which make nearly all, write them no row.
create index payment_made_by on payment (account_id, created_by, id) where substr(created_by, 1, 6) = 'staff ';
create index session_made_by on session (account_id, created_by, id) where substr(created_by, 1, 6) = 'staff ';

-- Whoever was removed while signed in on a till left their name there: if they come back they are not signed in by it.
update till set staff_id = null where staff_id is not null
  and not exists (select 1 from member where member.staff_id = till.staff_id and member.account_id = till.account_id);
