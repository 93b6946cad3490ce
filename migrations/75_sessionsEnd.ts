import type { Knex } from 'knex'

/** Whoever ends sessions, the servers learn of it at once: what was opened by them ends too. */
export const up = async (db: Knex) => {
  await db.raw(`
    create function tell_sessions_ended() returns trigger language plpgsql as $$
    begin
      if exists (select from ended) then perform pg_notify('tandem_ways', ''); end if;
      return null;
    end $$;
    create trigger sessions_ended after delete on sessions referencing old table as ended
      for each statement execute function tell_sessions_ended();
  `)
}
