-- Whether a difference is about a refund: one of ours (kind `payout`), or one that the network made on its own
-- (result `other_state`). The checks of the first release do not know these words.
alter table difference add column is_refund {int} not null default 0;
