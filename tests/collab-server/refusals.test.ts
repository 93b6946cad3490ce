/** A client whose writes are not taken learns of it in the words of its own protocol. */
import { describe, expect, test } from 'vitest'
import { WRITE_REFUSALS } from '../../api/contract/text/documents.ts'
import { until } from '../support/live.ts'
import { otherClients, text, write } from '../support/otherClients.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, make, team, closing, edit, newPage, htmlOf } = await textTeam()
const { older, stock } = otherClients(server.origin, closing)
const at = (page: string, rest = '') => `${team.path}/pages/${page}/${rest}`
const plain = (page: string, headers: Record<string, string>) =>
  stock(team.workspace.slug, `page.${page}`, headers)
const asMember = { cookie: team.member.cookie() }

describe('a stock Yjs client', () => {
  test('hears of a lock at once, and again for each update that is not taken; it goes on reading', async () => {
    const page = await newPage()
    const one = plain(page, asMember)
    await one.synced()
    expect(one.denials).toEqual([])
    await team.admin.post(at(page, 'lock/'))
    await until(() => one.denials.length === 1)
    write(one.doc, 'against it')
    await until(() => one.denials.length === 2)
    write(one.doc, 'and again')
    await until(() => one.denials.length === 3)
    expect(new Set(one.denials)).toEqual(new Set([WRITE_REFUSALS.locked]))
    expect(one.closes).toEqual([])
    await team.admin.delete(at(page, 'lock/'))
    // The refused words are asked for again.
    await until(async () => (await htmlOf(page)) === '<p>Start</p><p>against it</p><p>and again</p>')
    const other = edit(team.admin, `page.${page}`)
    await other.synced()
    other.write('still heard')
    await until(() => text(one.doc).includes('still heard'))
  })

  test('by a token that only reads is told so when it comes', async () => {
    const page = await newPage()
    const reader = await make.token(team.admin, team.workspace.slug, { is_read_only: true })
    const one = plain(page, { 'x-api-key': reader.token })
    await one.synced()
    await until(() => one.denials.length === 1)
    expect(one.denials).toEqual([WRITE_REFUSALS.readOnly])
  })

  test('that sends more than a text may hold is told why', async () => {
    const page = await newPage()
    const one = plain(page, asMember)
    await one.synced()
    write(one.doc, 'x'.repeat(6_000_000))
    await until(() => one.denials.includes(WRITE_REFUSALS.tooLong))
    expect(await htmlOf(page)).toBe('<p>Start</p>')
  })

  test('is cut where reading ends too', async () => {
    const page = await newPage()
    const one = plain(page, asMember)
    await one.synced()
    await team.admin.patch(at(page), { access: 1 })
    await until(() => one.closes[0] === 4403)
  })
})

describe('a client of the Hocuspocus protocol that states no schema', () => {
  test('hears the common words alone', async () => {
    const page = await newPage()
    const one = older(page, asMember)
    await one.synced()
    write(one.doc, 'by an older client')
    await until(async () => (await htmlOf(page)).includes('by an older client'))
    await team.admin.post(at(page, 'lock/'))
    await until(() => one.words.includes('locked'))
    await team.admin.delete(at(page, 'lock/'))
    await until(() => one.words.includes('unlocked'))
    await team.admin.post(at(page, 'archive/'))
    await until(() => one.words.includes('archived'))
    await team.admin.delete(at(page, 'archive/'))
    await until(() => one.words.includes('unarchived'))
    expect(one.words).toEqual(['locked', 'unlocked', 'archived', 'unarchived'])
  })

  test('is not told of a lock by a change that has nothing to do with it', async () => {
    const page = await newPage()
    const one = older(page, asMember)
    await one.synced()
    await team.admin.patch(at(page), { name: 'Renamed' })
    await team.admin.post(at(page, 'lock/'))
    await until(() => one.words.length > 0)
    expect(one.words).toEqual(['locked'])
  })

  test('is cut where reading ends too', async () => {
    const page = await newPage()
    const one = older(page, asMember)
    await one.synced()
    await team.admin.patch(at(page), { access: 1 })
    await until(() => one.closes.includes(4403))
  })

  test('is refused when it brings no token, as its protocol asks it to', async () => {
    const page = await newPage()
    const one = older(page, asMember, { token: '' })
    await until(() => one.isRefused())
  })
})

test('a person removed from the project writes nothing after the call was answered, by any client', async () => {
  const page = await newPage()
  const leaver = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
  await make.joinProject(team.admin, team.path, leaver, 15)
  const headers = { cookie: leaver.cookie() }
  const [ours, theirs, bare] = [edit(leaver, `page.${page}`), older(page, headers), plain(page, headers)]
  const witness = edit(team.admin, `page.${page}`)
  await Promise.all([ours, theirs, bare, witness].map(one => one.synced()))
  const [membership] = (
    await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
  ).body.filter(({ member }) => member === leaver.id)
  expect((await team.admin.delete(`${team.path}/members/${membership!.id}/`)).status).toBe(204)
  ours.write('too late')
  write(theirs.doc, 'too late')
  write(bare.doc, 'too late')
  await until(() => ours.words.some(word => word.type === 'gone') && bare.closes.includes(4403))
  witness.write('still here')
  await until(() => witness.isSaved())
  expect(await htmlOf(page)).toBe('<p>Start</p><p>still here</p>')
})
