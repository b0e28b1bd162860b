-- The refund for which unmatched money was settled; null if a person settled it. Such money waits again when the
-- refund fails.
alter table unmatched add column refund_id text;
