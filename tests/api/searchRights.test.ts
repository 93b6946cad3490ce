import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { entities } from '../../api/contract/index.ts'
import { foundKinds } from '../../api/contract/lists/search.ts'
import { viewerOfUser } from '../../api/db/viewer.ts'
import { visible } from '../../api/db/visible.ts'
import { sources } from '../../api/lists/search/sources.ts'
import { vectorOf } from '../../api/lists/search/words.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { WORDS } from '../support/pageWorld.ts'
import { findAs, searchable } from '../support/searches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { runs } from '../support/soak.ts'

let server: TestServer
let team: IssueTeam
let people: Person[]
const SOME = ['mast', 'masts', 'mats', 'sail', 'sails', 'sale', 'keel', 'rudder', 'ruder', '会议室', '12']

beforeAll(async () => {
  server = await startServer({}, undefined, { searching: true })
  team = await issueTeam(server)
  const { admin, member, guest, make, made, workspace } = team
  people = [admin, member, guest]
  const secret = await make.project(admin, workspace.slug, { network: 0, name: 'Sail secret' })
  const theirs = await make.project(member, workspace.slug, { network: 0, name: 'Keel' })
  await make.joinProject(member, theirs.path, guest, 5)
  let at = 0
  const words = () => `${SOME[at++ % SOME.length]} ${SOME[(at * 7) % SOME.length]}`
  for (const [path, by] of [
    [team.path, admin],
    [team.path, member],
    [secret.path, admin],
    [theirs.path, member],
  ] as const) {
    for (let n = 0; n < 5; n++) {
      const issue = await make.issue(by, path, { name: words(), description_html: `<p>${words()}</p>` })
      await made(`${path}/issues/${issue.id}/comments/`, { comment_html: `<p>${words()}</p>` }, by)
      if (n === 0 && path !== secret.path)
        await server.db('issues').where('id', issue.id).update({ created_by: guest.id })
    }
    for (const access of [0, 1]) {
      const page = await make.page(by, path, { name: words(), access })
      await made(`${path}/pages/${page.id}/comments/`, { comment_html: `<p>${words()}</p>`, ...WORDS }, by)
      await made(`${path}/views/`, { name: words(), access }, by)
    }
    await made(`${path}/cycles/`, { name: words() }, by)
    await made(`${path}/modules/`, { name: words() }, by)
    await made(`${path}/issue-labels/`, { name: words() }, path === team.path ? admin : by)
  }
  await searchable(server, workspace.id)
}, 60_000)

const rarely = <T>(given: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: given })
const queries = fc
  .record({
    words: fc.uniqueArray(fc.constantFrom(...SOME, 'rudde', 'sial', 'mastt', 'keell', '会'), {
      minLength: 0,
      maxLength: 2,
    }),
    minus: rarely(fc.constantFrom(...SOME)),
    isPhrase: rarely(fc.constant(true)),
    kind: rarely(fc.constantFrom(...foundKinds)),
    by: rarely(fc.constant('me')),
    is: rarely(fc.constantFrom('open', 'closed')),
    after: rarely(fc.constantFrom('2020', '2090-01-01')),
  })
  .map(({ words, minus, isPhrase, ...filters }) =>
    [
      isPhrase ? `"${words.join(' ')}"` : words.join(' '),
      ...(minus ? [`-${minus}`] : []),
      ...Object.entries(filters).flatMap(([name, value]) => (value ? [`${name}:${value}`] : [])),
    ].join(' '),
  )

/** Everything that a viewer does not see is taken out of the database for good, entries and words of names as well. */
const takeAway = async (who: Person) => {
  const viewer = (await viewerOfUser(server.db, who.id))!
  for (const { of } of sources) {
    if (of === entities.workspace_member) continue
    const seen = visible(server.db, of, viewer).clearSelect().select(`${of.table}.id`)
    await server.db(of.table).whereNotIn('id', seen).update({ deleted_at: new Date() })
  }
  await server.db.raw('truncate search_entries, search_words, search_fills')
  await searchable(server, team.workspace.id)
}

/** Entries without rows, with all the words: so many that the search goes back from the newest one instead of by words. */
const crowd = async () => {
  const words = await vectorOf([...SOME, 'rudde', 'sial', 'mastt', 'keell'], '')
  await server.db.raw(
    `insert into search_entries (id, kind, workspace, name, names, words)
       select gen_random_uuid(), (array['issue', 'comment', 'page', 'label'])[1 + n % 4], ?, 'crowd', ?::tsvector, ?::tsvector
         from generate_series(1, 5001) n`,
    [team.workspace.id, words, words],
  )
}

test('A10: no hit, count, facet, passage or order depends on anything that the viewer does not see', async () => {
  const asked = fc.sample(queries, runs(120).numRuns ?? 120)
  // Whoever sees most comes first: what is taken away for one is invisible to those after them.
  for (const who of people) {
    const answers = (most = asked.length) =>
      Promise.all(asked.slice(0, most).map(q => findAs(who, team.workspace.slug, q, '&per_page=5')))
    const before = await answers()
    await crowd()
    expect(await answers(40)).toEqual(before.slice(0, 40))
    await takeAway(who)
    const after = await answers()
    expect(after).toEqual(before)
    expect(before.filter(one => one.total_results > 0).length).toBeGreaterThan(10)
  }
}, 120_000)
