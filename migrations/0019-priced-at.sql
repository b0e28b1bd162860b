-- When a price of a product last changed, for the limit of discounts (decision 51). 0: never since its creation.
alter table product add column priced_at {int} not null default 0;
