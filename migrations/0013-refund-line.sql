-- The lines of its sale that a refund gives back, with their sums; null for a refund of a sum.
alter table refund add column line_items {text};
