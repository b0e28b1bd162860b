-- People and logins on PostgreSQL, in the schema `staff`: the tables of better-auth 1.7.5 and its plugins, as
-- src/login/auth.ts sets them up. On SQLite better-auth makes them itself, in staff.db (src/login/file.ts).

create table "user" (
  "id" {text} primary key,
  "name" {text} not null,
  "email" {text} not null unique,
  "emailVerified" boolean not null,
  "image" {text},
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "twoFactorEnabled" boolean,
  "lastLoginAt" timestamptz,
  "tokensAfter" {int}
);

create table "session" (
  "id" {text} primary key,
  "expiresAt" timestamptz not null,
  "token" {text} not null unique,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "ipAddress" {text},
  "userAgent" {text},
  "userId" {text} not null references "user" ("id") on delete cascade
);
create index "session_userId_idx" on "session" ("userId");

create table "account" (
  "id" {text} primary key,
  "accountId" {text} not null,
  "providerId" {text} not null,
  "userId" {text} not null references "user" ("id") on delete cascade,
  "accessToken" {text},
  "refreshToken" {text},
  "idToken" {text},
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" {text},
  "password" {text},
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on "account" ("userId");

create table "verification" (
  "id" {text} primary key,
  "identifier" {text} not null,
  "value" {text} not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index "verification_identifier_idx" on "verification" ("identifier");

create table "jwks" (
  "id" {text} primary key,
  "publicKey" {text} not null,
  "privateKey" {text} not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" {text},
  "crv" {text}
);

create table "twoFactor" (
  "id" {text} primary key,
  "secret" {text} not null,
  "backupCodes" {text} not null,
  "userId" {text} not null references "user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" {int},
  "lockedUntil" timestamptz
);
create index "twoFactor_secret_idx" on "twoFactor" ("secret");
create index "twoFactor_userId_idx" on "twoFactor" ("userId");
