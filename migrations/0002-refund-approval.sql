-- Above this sum a cash refund at a till needs the PIN of a second person, and a refunded sale names them.

alter table account add column cash_refund_approval_above {int};
alter table cash_sale add column void_approved_by {text};
