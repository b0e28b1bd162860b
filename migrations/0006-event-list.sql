-- What the lists of events and deliveries walk: a delivery knows its event's type, and every filter has an index that ends in the id
-- (test/store/scale-event.test.ts).

alter table delivery add column type {text} not null default '';
update delivery set type = (select type from event where event.id = delivery.event_id);

create index delivery_event on delivery (event_id);
create index delivery_status on delivery (account_id, status, id);
create index delivery_type on delivery (account_id, type, id);
create index delivery_host on delivery (account_id, host, id);
create index delivery_status_type on delivery (account_id, status, type, id);
create index delivery_status_host on delivery (account_id, status, host, id);
create index delivery_type_host on delivery (account_id, type, host, id);
create index delivery_status_type_host on delivery (account_id, status, type, host, id);
create index event_type on event (account_id, type, id);
-- Made anew as the last: where SQLite finds two indexes equally good it takes the older one.
drop index delivery_account;
create index delivery_account on delivery (account_id, id);
