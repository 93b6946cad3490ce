import type { Knex } from 'knex'

/** Codes and links that are sent by mail and sign their reader in: hashes alone, for a while, once. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table sign_in_codes (
      email text primary key,
      -- Null until it is mailed, and again once it was used or guessed at too often.
      code_hash text, expires_at timestamptz(3),
      -- Since when codes are asked for without ten minutes of silence in between, and how many.
      asked int not null default 0, asked_at timestamptz(3) not null default now(),
      wrong int not null default 0
    );
    create index sign_in_codes_by_age on sign_in_codes (asked_at);
    create table reset_tokens (
      token_hash text primary key, user_id uuid not null references users,
      created_at timestamptz(3) not null default now(), expires_at timestamptz(3) not null
    );
    create index reset_tokens_of_user on reset_tokens (user_id);
  `)
}
