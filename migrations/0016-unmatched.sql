-- Unmatched money as two lists, what waits and what was settled: the same cost however much there is of the other. The last column
-- lets pages be skipped and rows be counted without reading the table. Nobody asks for both together.
drop index unmatched_account;
drop index unmatched_open;
create index unmatched_open on unmatched (account_id, id, settled_at) where settled_at is null;
create index unmatched_settled on unmatched (account_id, id, settled_at) where settled_at is not null;
