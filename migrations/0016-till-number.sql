-- The shop's own till number, to which the customer pays; null for a payment with a number of its own.
alter table payment add column till_number {text};
