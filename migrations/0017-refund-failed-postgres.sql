-- What 0017-refund-failed.sql does, without making the table again. The index comes first: while it is made,
-- events can still be read, and the lock of the constraint's removal is short.
create unique index event_subject on event (subject, type, (case type when 'refund.failed' then id else '' end));
alter table event drop constraint event_subject_type_key;
