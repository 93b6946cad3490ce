import { describe, expect, test } from 'vitest'
import { until } from '../support/live.ts'
import { otherClients, text, write } from '../support/otherClients.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, make, team, closing, edit, htmlOf } = await textTeam()
const clients = otherClients(server.origin, closing)
const { older } = clients
const stock = (name: string, headers: Record<string, string>) =>
  clients.stock(team.workspace.slug, name, headers)

test('our provider, the older one and a stock Yjs client converge on one page', async () => {
  const page = await make.page(team.admin, team.path, { description_html: '<p>Start</p>' })
  const cookie = { cookie: team.admin.cookie() }
  const ours = edit(team.member, `page.${page.id}`)
  const theirs = older(page.id, cookie)
  const plain = stock(`page.${page.id}`, cookie)
  await Promise.all([ours.synced(), theirs.synced(), plain.synced()])
  for (let round = 0; round < 5; round++) {
    ours.write(`ours ${round}`)
    write(theirs.doc, `older ${round}`)
    write(plain.doc, `plain ${round}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  await until(
    () =>
      text(theirs.doc) === ours.text() && text(plain.doc) === ours.text() && ours.text().includes('plain 4'),
  )
  for (const who of ['ours', 'older', 'plain'])
    for (let round = 0; round < 5; round++)
      expect(ours.text().split(`${who} ${round}`), `${who} ${round}`).toHaveLength(2)
  await until(() => ours.isSaved())
  expect(await htmlOf(page.id)).toContain('<p>Start</p>')
})

describe('rights', () => {
  test('locked while connected: told, and not a byte more; unlocked: goes on', async () => {
    const page = await make.page(team.admin, team.path, { description_html: '<p>Before</p>' })
    const [one, witness] = [edit(team.member, `page.${page.id}`), edit(team.admin, `page.${page.id}`)]
    const theirs = older(page.id, { cookie: team.member.cookie() })
    await Promise.all([one.synced(), witness.synced(), theirs.synced()])
    const lock = `${team.path}/pages/${page.id}/lock/`
    // It holds for all before anyone is informed: a client that writes on learning of it is late already.
    const isTold = until(() => one.words.some(word => word.type === 'rights' && !word.write)).then(() => {
      one.write('against the lock')
      write(theirs.doc, 'against it too')
    })
    expect((await team.admin.post(lock)).status).toBe(204)
    witness.write('after the answer')
    await isTold
    await until(() => theirs.refusedUpdates() > 0 && one.provider.hasUnsyncedChanges)
    expect(witness.words).toContainEqual({ type: 'rights', write: false, why: 'locked' })
    const fresh = edit(team.admin, `page.${page.id}`)
    await fresh.synced()
    expect(fresh.text()).toBe('<paragraph>Before</paragraph>')
    expect(await htmlOf(page.id)).toBe('<p>Before</p>')
    expect((await team.admin.delete(lock)).status).toBe(204)
    const mayWrite = (who: typeof one) => who.words.findLast(word => word.type === 'rights')?.write === true
    await until(() => mayWrite(one) && mayWrite(witness))
    witness.write('open again')
    await until(async () => (await htmlOf(page.id)).includes('open again'))
    // Nothing that somebody typed is lost: it waited in their editor, and comes now.
    await until(() =>
      ['against the lock', 'against it too', 'after the answer'].every(words => fresh.text().includes(words)),
    )
    await until(() => [one.text(), witness.text()].every(words => words === fresh.text()))
    await until(() => text(theirs.doc) === fresh.text())
  })

  test('by a limited token: a text is open by the scope of the noun that it is of', async () => {
    const page = await make.page(team.admin, team.path, { description_html: '<p>Fathoms</p>' })
    const issue = await make.issue(team.admin, team.path)
    const made = async (...scopes: string[]) => ({
      'x-api-key': (await make.token(team.admin, team.workspace.slug, { scopes })).token,
    })
    const [reads, writes] = [await made('pages:read', 'issues:write'), await made('pages:write')]
    const [one, two] = [stock(`page.${page.id}`, reads), stock(`page.${page.id}`, writes)]
    await Promise.all([one.synced(), two.synced()])
    write(one.doc, 'by a reader')
    write(two.doc, 'by a writer')
    await until(async () => (await htmlOf(page.id)).includes('by a writer'))
    expect(await htmlOf(page.id)).not.toContain('by a reader')
    const refused = stock(`issue.${issue.id}`, writes)
    await until(() => refused.provider.wsUnsuccessfulReconnects > 0 || !refused.provider.wsconnected)
    expect(refused.provider.synced).toBe(false)
  })

  test('by token: reads and writes with its owner’s rights, a read-only one reads, a revoked one is out', async () => {
    const page = await make.page(team.admin, team.path, { description_html: '<p>Harbour</p>' })
    const full = await make.token(team.admin, team.workspace.slug)
    const reader = await make.token(team.admin, team.workspace.slug, { is_read_only: true })
    const [one, two] = [
      stock(`page.${page.id}`, { 'x-api-key': full.token }),
      stock(`page.${page.id}`, { authorization: `Bearer ${reader.token}` }),
    ]
    await Promise.all([one.synced(), two.synced()])
    write(one.doc, 'by a token')
    write(two.doc, 'by a reader')
    await until(async () => (await htmlOf(page.id)).includes('by a token'))
    const witness = edit(team.member, `page.${page.id}`)
    await witness.synced()
    await team.admin.delete(`/api/workspaces/${team.workspace.slug}/api-tokens/${full.id}/`)
    await until(() => !one.provider.wsconnected)
    write(one.doc, 'after the end')
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(witness.text()).not.toMatch(/by a reader|after the end/)
    // A token in place of the provider's token is a way in for clients without headers; garbage is none.
    const byToken = older(page.id, {}, { token: reader.token })
    await byToken.synced()
    const stranger = older(page.id, {}, { token: 'tandem_guess' })
    await until(() => stranger.isRefused())
  })

  test('L14: a client of an older schema only reads, also after its rights were judged anew', async () => {
    const page = await make.page(team.admin, team.path, { description_html: '<p>New blocks</p>' })
    const past = older(page.id, { cookie: team.admin.cookie() }, { query: 'schema=0.5' })
    await past.synced()
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
    const witness = edit(team.member, `page.${page.id}`)
    await witness.synced()
    write(past.doc, 'from the past')
    await until(() => past.refusedUpdates() > 0)
    witness.write('from today')
    await until(async () => (await htmlOf(page.id)).includes('from today'))
    expect(await htmlOf(page.id)).not.toContain('from the past')
  })
})

test('a page read while others write: texts stored by REST always reach an editor that is just opening it', async () => {
  for (let round = 0; round < 8; round++) {
    const page = await make.page(team.admin, team.path, { description_html: '<p>Start</p>' })
    const one = edit(team.member, `page.${page.id}`)
    // Other writes of the workspace, and one of the very page, fall into the moment of opening.
    await Promise.all([
      one.synced(),
      make.issue(team.admin, team.path),
      team.admin.patch(`${team.path}/pages/${page.id}/`, { description_html: '<p>Start, then more</p>' }),
      make.issue(team.admin, team.path),
    ])
    await until(() => one.text().includes('then more'))
    await team.admin.patch(`${team.path}/pages/${page.id}/`, { description_html: '<p>Start, then most</p>' })
    await until(() => one.text().includes('then most'))
    one.close()
  }
})

test('L2, L4: returning before the text was let go of memory, one still hears what REST writes', async () => {
  const page = await make.page(team.admin, team.path, { description_html: '<p>One</p>' })
  const first = edit(team.member, `page.${page.id}`)
  await first.synced()
  // The unstored word keeps the text in memory after its writer has left.
  await server.db.raw('alter table documents rename to documents_away')
  first.write('kept in memory')
  await until(() => first.words.some(word => word.type === 'unsaved'))
  first.close()
  await make.issue(team.admin, team.path)
  await new Promise(resolve => setTimeout(resolve, 200))
  const second = edit(team.admin, `page.${page.id}`)
  await second.synced()
  await server.db.raw('alter table documents_away rename to documents')
  await until(async () => (await htmlOf(page.id)).includes('kept in memory'))
  const before = await htmlOf(page.id)
  await team.admin.patch(`${team.path}/pages/${page.id}/`, { description_html: `${before}<p>By REST</p>` })
  await until(() => second.text().includes('By REST'))
})
