import { beforeAll, expect, test } from 'vitest'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

/** With the mark apart from its letter, and signs at both ends that nobody sees. */
const SENT = '\u200b\u2060 Cafe\u0301 \ufeff\u00ad'
const STORED = 'Café'
const NOTHING = '\u200b\u3164 \u2060'
const space = () => `/api/workspaces/${team.workspace.slug}`

test('names are stored composed and without invisible ends; one of nothing else is blank', async () => {
  const nouns: [string, object, string][] = [
    [`${team.path}/issues/`, {}, 'name'],
    [`${team.path}/issue-labels/`, {}, 'name'],
    [`${team.path}/states/`, { color: '#fff' }, 'name'],
    [`${team.path}/modules/`, {}, 'name'],
    [`${team.path}/cycles/`, {}, 'name'],
    [`${team.path}/views/`, {}, 'name'],
    [`${space()}/projects/`, { identifier: 'CAFE' }, 'name'],
    [`${space()}/user-favorites/`, { entity_type: 'folder', is_folder: true }, 'name'],
    [`${space()}/draft-issues/`, { project_id: team.project.id }, 'name'],
    [`${team.path}/pages/`, {}, 'name'],
  ]
  for (const [at, fields, field] of nouns) {
    const { body } = await team.admin.post(at, { ...fields, [field]: SENT })
    expect([at, body[field]]).toEqual([at, STORED])
    const none = await team.admin.post(at, { ...fields, [field]: NOTHING })
    // Pages and drafts may be without a name.
    const mayBeBlank = /pages|draft/.test(at)
    expect([at, mayBeBlank ? none.body[field] : none.status]).toEqual([at, mayBeBlank ? '' : 400])
  }
  const { body: me } = await team.admin.patch('/api/users/me/', { first_name: SENT, display_name: SENT })
  expect([me.first_name, me.display_name]).toEqual([STORED, STORED])
  const made = await team.admin.post('/api/workspaces/', {
    name: SENT,
    slug: `cafe-${team.make.id().slice(-8)}`,
    organization_size: '1',
  })
  expect([made.status, made.body.name]).toEqual([201, STORED])
  // A sign that makes the one before it another one is no end.
  const heart = '\u2764\ufe0f'
  expect((await team.issue({ name: heart })).name).toBe(heart)
})

test('searches find a name whatever its case, its marks, and the way in which either was written', async () => {
  const issue = await team.issue({ name: 'Überfahrt nach Örö' })
  const { id: page } = (await team.admin.post(`${team.path}/pages/`, { name: 'Überfahrt' })).body
  await team.member.patch('/api/users/me/', { display_name: 'Łukasz Éluard' })
  for (const words of ['überfahrt', 'UBERFAHRT', 'U\u0308berfahrt']) {
    const search = encodeURIComponent(words)
    const found = await team.admin.get<{ id: string }[]>(`${team.path}/search-issues/?search=${search}`)
    expect([words, found.body.map(one => one.id)]).toEqual([words, [issue.id]])
    const pages = await team.admin.get<{ id: string }[]>(`${team.path}/pages/?search=${search}`)
    expect([words, pages.body.map(one => one.id)]).toEqual([words, [page]])
  }
  for (const words of ['eluard', 'E\u0301LUARD']) {
    const people = await team.admin.get<{ member: { id: string } }[]>(
      `${space()}/members/?search=${encodeURIComponent(words)}`,
    )
    expect([words, people.body.map(one => one.member.id)]).toEqual([words, [team.member.id]])
  }
})

const enters = async (email: string, password: string) => {
  const reply = await visitor(server.origin).form('/auth/sign-in/', { email, password })
  return new URL(reply.location ?? '', 'http://here').searchParams.get('error_code')
}

test('a password is the same however its keyboard writes it, and so is an address whose domain is not ASCII', async () => {
  const name = `ida${team.make.id().slice(-8)}`
  const password = 'Ma\u0308rchen-\ufb01eld-8842-Quay'
  const email = `${name}@Bu\u0308cher.example`
  await visitor(server.origin).form('/auth/sign-up/', { email, password })
  for (const given of [password, password.normalize('NFC'), password.normalize('NFKC')])
    for (const to of [email, `${name}@bücher.example`, `${name}@xn--bcher-kva.example`])
      expect([to, given, await enters(to, given)]).toEqual([to, given, null])
  expect(await enters(email, `${password}x`)).toBe('5065')
  const other = await visitor(server.origin).form('/auth/sign-up/', {
    email: `${name}@xn--bcher-kva.example`,
    password,
  })
  expect(other.location).toContain('5030')
})

test('a body that is not UTF-8 is refused, and one that says another charset', async () => {
  const at = `${team.path}/issues/`
  const send = (raw: string | Buffer, type: string) =>
    team.admin.send('POST', at, undefined, { raw, headers: { 'content-type': type } })
  const latin = Buffer.from('{"name":"Caf\u00e9"}', 'latin1')
  const utf8 = Buffer.from('{"name":"Caf\u00e9"}')
  const json = 'application/json'
  const refused = await send(latin, json)
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'body.malformed'])
  expect((await send(latin, `${json}; charset=iso-8859-1`)).status).toBe(415)
  expect((await send(utf8, `${json}; charset="UTF-16"`)).status).toBe(415)
  for (const type of [json, `${json}; charset=utf-8`, `${json};charset=UTF8`]) {
    const taken = await send(utf8, type)
    expect([taken.status, taken.body.name]).toEqual([201, 'Café'])
  }
})
