-- What 0017-refund-failed.sql does, without making the table again.
alter table event drop constraint event_subject_type_key;
create unique index event_subject on event (subject, type, (case type when 'refund.failed' then id else '' end));
