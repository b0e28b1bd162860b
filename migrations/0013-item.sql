-- What was sold, line by line; null when nobody said.
alter table payment add column line_items {text};
alter table cash_sale add column line_items {text};
