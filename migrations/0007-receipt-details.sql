-- What receipts show of the shop besides its name and city. Null is for what the shop has not entered.
alter table account add column address {text};
alter table account add column phone {text};
alter table account add column tin {text};
alter table account add column vrn {text};
alter table account add column receipt_header {text};
alter table account add column receipt_footer {text};
