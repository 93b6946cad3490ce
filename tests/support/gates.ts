/** Gates before writes of the database: a test holds a process in the middle of one, and so ends it there. */
import { until } from './live.ts'
import type { TestServer } from './server.ts'

const LOCK = 4_711

/** Where a process can be held: the table, and which of its writes count. */
const PLACES = {
  staged: 'before insert on import_rows for each row',
  judged: 'before update on import_rows for each row when (new.verdict is not null and new.depth is null)',
  issue: 'before insert on issues for each row',
  page: 'before insert on pages for each row',
  comment: 'before insert on issue_comments for each row',
  file: 'before insert on file_assets for each row',
  issueGone: 'before update on issues for each row when (new.deleted_at is not null)',
  pageGone: 'before update on pages for each row when (new.deleted_at is not null)',
}
export type Gate = keyof typeof PLACES

/** Sets gates into a database; all are open. */
export const setGates = async ({ db }: Pick<TestServer, 'db'>) => {
  const triggers = Object.entries(PLACES).map(
    ([place, when]) => `create sequence passed_${place.toLowerCase()};
      create trigger gate_${place.toLowerCase()} ${when} execute function wait_here('${place.toLowerCase()}');`,
  )
  await db.raw(`
    create table test_gate (place text primary key, nth int not null);
    create function wait_here() returns trigger language plpgsql as $$
    begin
      if (select nth from test_gate where place = tg_argv[0]) = nextval('passed_' || tg_argv[0]) then
        perform pg_advisory_xact_lock(${LOCK});
      end if;
      return new;
    end $$;
    ${triggers.join('\n')}`)
  const waiting = (): Promise<number[]> =>
    db('pg_locks').where({ locktype: 'advisory', granted: false, objid: LOCK }).pluck('pid')
  return {
    /** Holds whoever makes the `nth` write of a place from now on, until `act` is over: then it is gone, with its transaction. */
    holding: async (
      given: Partial<Record<Gate, number>>,
      act: (held: () => Promise<void>) => Promise<void>,
    ) => {
      const rows = Object.entries(given).map(([place, nth]) => ({ place: place.toLowerCase(), nth }))
      const lock = await db.transaction()
      await lock.raw(`select pg_advisory_xact_lock(${LOCK})`)
      for (const { place } of rows) await db.raw(`select setval('passed_${place}', 1, false)`)
      await db('test_gate').insert(rows)
      try {
        await act(() => until(async () => (await waiting()).length > 0, 120_000))
      } finally {
        await db('test_gate').delete()
        for (const pid of await waiting()) await db.raw('select pg_terminate_backend(?)', [pid])
        await until(async () => (await waiting()).length === 0)
        await lock.rollback()
      }
    },
  }
}
