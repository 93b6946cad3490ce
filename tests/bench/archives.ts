import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fillProject } from '../../migrations/populate.ts'
import { beginArchive, broughtOf, fetchArchive, jobOf, sendArchive } from '../support/archives.ts'
import { richHtml } from '../support/richPage.ts'
import type { Figure } from './measure.ts'
import type { BenchWorld } from './world.ts'

const HEAP_MB = 128
const [HISTORY, COMMENTS, TEXTS] = [3, 2, 5]

/** Three changes of each issue, a comment on every second, a long text in every fifth. */
const weigh = async ({ db, make }: BenchWorld, team: BenchWorld['team'], issues: number) => {
  await fillProject(db, team.project.id, issues)
  const person = { id: team.member.id, name: 'Member' }
  const html = richHtml({
    slug: team.workspace.slug,
    project: team.project.id,
    person,
    issue: { id: person.id, key: 'A-1' },
    page: person,
  })
  const { id } = await make.issue(team.admin, team.path, { description_html: html })
  const { id: comment } = (
    await team.admin.post<{ id: string }>(`${team.path}/issues/${id}/comments/`, {
      comment_html: html.slice(0, 900),
    })
  ).body
  const columns = async (table: string) =>
    (
      (await db('information_schema.columns')
        .where({ table_name: table, table_schema: 'public' })
        .pluck('column_name')) as string[]
    )
      .filter(name => name !== 'id' && name !== 'issue')
      .map(name => `c."${name}"`)
      .join()
  const names = async (table: string) => (await columns(table)).replaceAll('c."', '"')
  const copied = async (table: string, times: number, row: string, key: string) =>
    db.raw(
      `insert into ${table} (id, ${key ? `"${key}", ` : ''}${await names(table)})
         select ${key ? 'gen_random_uuid(), i.id' : 'i.id'}, ${await columns(table)} from ${table} c, issues i, generate_series(1, ${Math.max(times, 1)})
          where c.id = ? and i.project_id = ? and i.id <> ? and i.sequence_id % ${times < 1 ? Math.round(1 / times) : 1} = 0`,
      [row, team.project.id, id],
    )
  const [told] = await db('issue_activities').where('issue', id).limit(1)
  await copied('issue_activities', HISTORY, told.id, 'issue')
  await copied('issue_comments', 1 / COMMENTS, comment, 'issue')
  await copied('documents', 1 / TEXTS, id, '')
}

/** A workspace of this weight as an archive, and back as another workspace of the same server. */
export const archives = async (bench: BenchWorld, issues: number): Promise<Figure[]> => {
  const { make, db, url, dataDir } = bench
  const team = await make.team()
  await weigh(bench, team, issues)
  // Where there is room, Node leaves what is let go of uncollected: with little, one sees what the work needs.
  const execArgv = ['--max-semi-space-size=8', `--max-old-space-size=${HEAP_MB}`]
  const carrier = fork(fileURLToPath(new URL('archiveCarrier.ts', import.meta.url)), [url, dataDir], {
    execArgv,
  })
  const figures = async () => {
    carrier.send('figures')
    return (await once(carrier, 'message'))[0] as { peak: number; late: number }
  }
  const over = async (state: () => Promise<{ state: string; said: string | null }>) => {
    for (;;) {
      const now = await state()
      if (now.state === 'done') return
      if (now.state === 'failed') throw new Error(now.said ?? 'failed')
      await setTimeout(200)
    }
  }
  const slug = team.workspace.slug
  const began = performance.now()
  const id = await beginArchive(team.admin, slug)
  await over(() => jobOf(team.admin, slug, id))
  const out = (performance.now() - began) / 1_000
  const { peak: peakOut, late: lateOut } = await figures()
  const bytes = await fetchArchive(bench, team.admin, slug, id)
  const sent = performance.now()
  const { body } = await sendArchive(team.admin, bytes, { name: 'Brought', slug: `${slug}-b` })
  await over(() => broughtOf(team.admin, body.id))
  const back = (performance.now() - sent) / 1_000
  const { peak, late } = await figures()
  carrier.kill()
  const [came] = await db('issues')
    .join('workspaces as w', 'w.id', 'issues.workspace_id')
    .where('w.slug', `${slug}-b`)
    .count('* as n')
  const measure = `archive of ${issues.toLocaleString('en-GB')} issues`
  const note = `${Number(came?.n).toLocaleString('en-GB')} issues came, ${HISTORY} changes of each, ${Math.round(issues / COMMENTS).toLocaleString('en-GB')} comments, ${Math.round(issues / TEXTS).toLocaleString('en-GB')} texts; ${(bytes.length / 1e6).toFixed(0)} MB`
  const mb = (count: number) => `${Math.round(count / 1024 / 1024)} MB`
  return [
    { measure: `${measure}, out`, aim: '5 min', value: `${out.toFixed(1)} s`, n: 1, note },
    { measure: `${measure}, back`, aim: '5 min', value: `${back.toFixed(1)} s`, n: 1, note },
    {
      measure: `${measure}, memory out`,
      aim: '300 MB',
      value: mb(peakOut),
      n: 1,
      note: `heap bounded to ${HEAP_MB} MB; longest hold of the process ${lateOut.toFixed(0)} ms`,
    },
    {
      measure: `${measure}, memory back`,
      aim: '300 MB',
      value: mb(peak),
      n: 1,
      note: `heap bounded to ${HEAP_MB} MB; longest hold of the process ${late.toFixed(0)} ms`,
    },
  ]
}
