-- Screens that face the customer on a device of their own: each belongs to a till, and ends with its pairing.
create table display (
  id {text} primary key,
  till_id {text} not null references till (id),
  name {text} not null,
  hash {text} unique,
  pairing_hash {text},
  pairing_expires_at {int},
  pairing_tries {int} not null,
  paired_at {int},
  seen_at {int},
  created_at {int} not null
) {strict};
create index display_till on display (till_id, id);
create index display_pairing on display (pairing_hash) where pairing_hash is not null;
