-- When each API key was last used, written once a minute at the most. Keys that were never used have no row.
create table key_use (
  key_id {text} primary key,
  used_at {int} not null
) {clustered};
