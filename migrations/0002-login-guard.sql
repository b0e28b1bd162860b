-- What all nodes of a database count and refuse together: tries to log in and codes that were used. On SQLite one
-- process has them in memory. And what each node remembers of a person it forgets when another one changes them.

create table "login_try" (
  "key" {text} primary key,
  "count" {int} not null,
  "last" {int} not null
);
create index "login_try_last_idx" on "login_try" ("last");

create table "used_code" (
  "key" {text} primary key,
  "until" {int} not null
);
create index "used_code_until_idx" on "used_code" ("until");

create function note_login() returns trigger language plpgsql as $$
begin
  perform pg_notify('kaunta', E'\nlogin ' || old."userId");
  return null;
end $$;
create trigger note_login after delete on "session" for each row execute function note_login();

create function note_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('kaunta', E'\nlogin ' || old."id");
  return null;
end $$;
create trigger note_removed after delete on "user" for each row execute function note_staff();
create trigger note_staff after update on "user" for each row
  when (old."tokensAfter" is distinct from new."tokensAfter" or old."name" is distinct from new."name"
    or old."email" is distinct from new."email" or old."twoFactorEnabled" is distinct from new."twoFactorEnabled")
  execute function note_staff();
