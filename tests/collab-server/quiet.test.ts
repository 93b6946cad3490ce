/** A text that is written all the time is stored many times a minute; others are informed now and then, and at the end. */
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { tellTexts } from '../../api/jobs/tellTexts.ts'
import { follower, until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, make, team, edit, editPage, newPage, closing } = await textTeam({ ms: 20, most: 50 })

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const watch = async () => {
  const one = follower(server.origin, team.member, team.workspace.slug)
  closing({ close: one.stop })
  await one.start()
  return one
}
const version = async (id: string) =>
  (await server.db('documents').where({ id }).first('version'))!.version as number
const page = async (id: string) =>
  (await team.member.get<{ updated_at: string; updated_by: string }>(`${team.path}/pages/${id}/`)).body

test('a page is told twice while it is stored twenty times; its row is exact at once, and in lists at the end', async () => {
  const id = await newPage()
  const others = await watch()
  const one = editPage(team.admin, id)
  await one.synced()
  const from = await version(id)
  for (let n = 0; n < 20; n++) {
    one.write(`Line ${n}`)
    await until(() => one.isSaved())
    if (n % 5 === 0) {
      const stored = (await server.db('documents').where({ id }).first('updated_at'))!.updated_at
      expect((await page(id)).updated_at).toBe(stored)
    }
  }
  expect((await version(id)) - from).toBeGreaterThan(15)
  const told = () => others.seen.filter(change => change.id === id)
  expect(told()).toHaveLength(1)
  const { updated_at } = await page(id)
  expect(others.rows.get(`page/${id}`)!.updated_at).not.toBe(updated_at)
  one.close()
  await until(() => others.rows.get(`page/${id}`)!.updated_at === updated_at)
  expect(told()).toHaveLength(2)
  expect((await page(id)).updated_at).toBe(updated_at)
})

test('while somebody goes on writing others are told every ten seconds', async () => {
  const id = await newPage()
  const others = await watch()
  const one = editPage(team.admin, id)
  await one.synced()
  const from = Date.now()
  while (Date.now() - from < 12_000) {
    one.write('More')
    await pause(150)
  }
  await until(() => one.isSaved())
  const told = others.seen.filter(change => change.id === id)
  expect(told.length).toBeGreaterThanOrEqual(2)
  expect(told.length).toBeLessThanOrEqual(3)
})

test('each person who writes in a description has an entry in its history, with the words at the end', async () => {
  const issue = await make.issue(team.admin, team.path, { description_html: '<p>Start</p>' })
  const both = [edit(team.admin, `issue.${issue.id}`), edit(team.member, `issue.${issue.id}`)] as const
  for (const one of both) await one.synced()
  for (let n = 0; n < 6; n++) {
    both[n % 2]!.write(`Line ${n}`)
    await until(() => both.every(one => one.isSaved()))
  }
  for (const one of both) one.close()
  const entries = async () =>
    (
      await team.admin.get<{ field: string; actor: string; new_value: string }[]>(
        `${team.path}/issues/${issue.id}/history/`,
      )
    ).body.filter(({ field }) => field === 'description')
  await until(async () => (await entries()).some(({ new_value }) => new_value?.includes('Line 5')))
  const found = await entries()
  expect(found.map(({ actor }) => actor).sort()).toEqual([team.admin.id, team.member.id].sort())
  for (const { new_value } of found) expect(new_value).toContain('Line 5')
})

test('the people whom a text begins to mention are told at once', async () => {
  const id = await newPage()
  const one = editPage(team.admin, id)
  await one.synced()
  for (const text of ['One', 'Two']) {
    one.write(text)
    await until(() => one.isSaved())
  }
  const row = () => server.db('documents').where({ id }).first('untold', 'mentions')
  expect((await row())!.untold).toEqual([team.admin.id])
  one.doc.transact(() => {
    const mention = new Y.XmlElement('mention')
    mention.setAttribute('entity_name', 'user_mention')
    mention.setAttribute('entity_identifier', team.member.id)
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [mention])
    one.doc.getXmlFragment('default').push([paragraph])
  })
  await until(async () => (await row())!.mentions.includes(team.member.id))
  expect((await row())!.untold).toBeNull()
})

test('what a process had stored quietly when it was killed is told by the next', async () => {
  const id = await newPage()
  const others = await watch()
  const one = editPage(team.admin, id)
  await one.synced()
  for (const text of ['One', 'Two']) {
    one.write(text)
    await until(() => one.isSaved())
  }
  const told = () => others.seen.filter(change => change.id === id).length
  await until(() => told() === 1)
  expect(await tellTexts(server.db)).toBe(0)
  await server
    .db('documents')
    .where({ id })
    .update({ told_at: new Date(Date.now() - 60_000) })
  expect(await tellTexts(server.db)).toBe(1)
  await until(() => told() === 2)
  expect(await tellTexts(server.db)).toBe(0)
})

test.each(['page', 'issue'] as const)(
  'a %s that is deleted while others have not been told of its words stays gone for them',
  async kind => {
    const id =
      kind === 'page'
        ? await newPage()
        : (await make.issue(team.admin, team.path, { description_html: '<p>Start</p>' })).id
    const others = await watch()
    const one = edit(team.admin, `${kind}.${id}`)
    await one.synced()
    for (const text of ['One', 'Two', 'Three']) {
      one.write(text)
      await until(() => one.isSaved())
    }
    if (kind === 'page') await team.admin.post(`${team.path}/pages/${id}/archive/`)
    expect((await team.admin.delete(`${team.path}/${kind}s/${id}/`)).status).toBe(204)
    one.close()
    await until(() => others.seen.some(change => change.id === id && change.op === 'remove'))
    await pause(1_000)
    await server
      .db('documents')
      .where({ id })
      .update({ told_at: new Date(Date.now() - 60_000) })
    await tellTexts(server.db)
    await pause(300)
    expect(others.seen.filter(change => change.id === id).at(-1)!.op).toBe('remove')
    expect(others.rows.has(`${kind}/${id}`)).toBe(false)
  },
)
