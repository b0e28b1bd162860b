-- Payments are found by their amount, and by the words of their note; shifts by who opened them. Notes of payments made before this are
-- not found by their words.
create index payment_amount on payment (account_id, amount, id);

-- Each word of a note once, as domain/note.ts cuts it.
create table payment_word (
  account_id {text} not null,
  word {text} not null,
  payment_id {text} not null references payment (id),
  primary key (account_id, word, payment_id)
) {clustered};

create index shift_cashier on shift (account_id, opened_by, opened_at, id) where opened_at is not null;
