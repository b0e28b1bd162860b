-- How many numbers customers have tried at the link of a refund that waits for their wallet.
alter table refund add column claim_tries {int} not null default 0;
