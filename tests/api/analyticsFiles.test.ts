import { beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '../../api/contract/people/zones.ts'
import { type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

let box: Mailbox
let server: TestServer
let team: IssueTeam
const FORMULA = '=HYPERLINK("http://x")'
const SAFE = `"'=HYPERLINK(""http://x"")"`

beforeAll(async () => {
  box = await mailbox()
  server = await startServer({ ...box.env, EMAIL_FROM: 'desk@quay.example' }, undefined, { mails: true })
  team = await issueTeam(server)
})

const space = () => `/api/workspaces/${team.workspace.slug}`
const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n')
const file = async (path: string, name: string) => {
  const { status, headers, body } = await team.member.get<string>(`${space()}/analytics/${path}`)
  expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; filename="${name}.csv"`])
  expect(headers.get('content-type')).toContain('text/csv')
  return linesOf(String(body))
}

describe('files of the screens’ figures', () => {
  test('hold its names and numbers, and nothing that a spreadsheet runs', async () => {
    const label = await team.label({ name: FORMULA })
    const [one] = await team.points()
    const done = await team.issue({
      name: FORMULA,
      priority: 'high',
      label_ids: [label],
      estimate_point: one!.id,
    })
    await team.issue({ priority: 'low', label_ids: [label] })
    await team.issue({ priority: 'low' })
    for (const group of ['started', 'completed'])
      await team.admin.patch(team.at(done.id), { state_id: team.state(group) })
    expect(await file('chart/export/?x_axis=labels__id&segment=priority', 'chart')).toEqual([
      'Label,high,low,Issues,Points,Without estimate',
      `${SAFE},1,1,2,1,1`,
      'None,0,1,1,0,1',
    ])
    expect(await file('chart/export/?x_axis=priority', 'chart')).toEqual([
      'Priority,Issues,Points,Without estimate',
      'high,1,1,0',
      'low,2,0,2',
    ])
    const scope = await file('scope/export/?step=month', 'scope-and-demand')
    expect(scope[0]).toBe('Figure,Of,Issues,Points,Without estimate')
    expect(scope).toContain('Open,,2,0,2')
    expect(scope).toContain('"Open, by person",None,2,0,2')
    const today = dayIn('UTC')
    const flow = await file(`flow/export/?from=${today.slice(0, 4)}-01-01&to=${today}`, 'flow')
    expect(flow).toHaveLength(2)
    expect(flow[1]).toContain(`${team.project.identifier}-${done.sequence_id},${SAFE},`)
    expect(flow[1]).toMatch(/,0,0$/)
  })

  test('are refused as the calls that they repeat', async () => {
    const status = async (path: string) => (await team.admin.get(`${space()}/analytics/${path}`)).status
    expect(await status('chart/?x_axis=colour')).toBe(400)
    expect(await status('chart/export/?x_axis=priority&segment=priority')).toBe(400)
    for (const path of ['scope/', 'scope/export/', 'times/', 'under-way/', 'cumulative/', 'flow/export/']) {
      expect(await status(`${path}?from=2026-03-01&to=2026-02-01`), path).toBe(400)
      expect(await status(`${path}?from=1990-01-01&to=2026-02-01`), path).toBe(400)
      expect(await status(`${path}?from=soon`), path).toBe(400)
      expect(await status(`${path}?target_date=soon`), path).toBe(400)
    }
    expect(await status('scope/?from=2020-01-01&to=2026-01-01&step=week')).toBe(400)
    expect(await status('scope/?from=2020-01-01&to=2026-01-01')).toBe(200)
    expect(await status('cumulative/?from=2020-01-01&to=2026-01-01&step=day')).toBe(400)
    expect(await status('cumulative/?from=2017-01-01&to=2026-01-01')).toBe(200)
    expect(await status('cumulative/?from=2190-01-01&to=2190-01-09')).toBe(200)
    expect(await status('times/?week_begins=7')).toBe(400)
  })
})

describe('an export', () => {
  const attached = (raw: string, name: string) => {
    const [, body = ''] =
      new RegExp(`filename="?${name}"?[\\s\\S]*?\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(raw) ?? []
    return linesOf(Buffer.from(body, 'base64').toString('utf8'))
  }
  const exported = (body: object, by = team.admin) => by.post(`${space()}/export-analytics/`, body)

  test('comes by mail, every cell quoted, with names in place of ids', async () => {
    const { make } = team
    const own = await issueTeam(server)
    const slug = own.workspace.slug
    await own.admin.patch(`/api/workspaces/${slug}/`, { name: 'Lantern Quay' })
    const label = await own.label({ name: FORMULA })
    await own.issue({ label_ids: [label], assignee_ids: [own.admin.id], priority: 'high' })
    await own.issue({ label_ids: [label], priority: 'high' })
    await own.issue({ priority: 'urgent' })
    const secret = await make.project(own.member, slug, { network: 0 })
    await make.issue(own.member, secret.path, { priority: 'low' })
    const body = {
      x_axis: 'labels__id',
      y_axis: 'issue_count',
      segment: 'assignees__id',
      project: [own.project.id, secret.id],
    }
    expect(outcome(await own.admin.post(`/api/workspaces/${slug}/export-analytics/`, body))).toEqual([
      200,
      { message: `Once the export is ready it will be emailed to you at ${own.admin.email}` },
    ])
    const mail = await box.take(own.admin.email)
    expect(mail.subject).toBe('Your Export is ready')
    expect(mail.text).toContain('the issues of Lantern Quay as they are now')
    const me = (await own.admin.get<{ first_name: string; last_name: string }>('/api/users/me/')).body
    expect(attached(mail.raw, `${slug}-analytics.csv`)).toEqual([
      `"Label","Issue Count","${`${me.first_name} ${me.last_name}`.trim()}"`,
      `${SAFE},"2","1"`,
    ])
    await own.admin.post(`/api/workspaces/${slug}/export-analytics/`, {
      x_axis: 'priority',
      y_axis: 'issue_count',
      priority: 'high,low',
    })
    expect(attached((await box.take(own.admin.email)).raw, `${slug}-analytics.csv`)).toEqual([
      '"Priority","Issue Count"',
      '"high","2"',
    ])
  })

  test('is refused where its chart would be, and where too many are on their way', async () => {
    const AXES = { error: 'x-axis and y-axis dimensions are required and the values should be valid' }
    expect(outcome(await exported({}))).toEqual([400, AXES])
    expect((await exported({ x_axis: 'priority', y_axis: 'issue_count', segment: 'priority' })).status).toBe(
      400,
    )
    expect(
      (await exported({ x_axis: 'priority', y_axis: 'issue_count', target_date: ['soon'] })).status,
    ).toBe(400)
    const recipient = team.member.email
    const waiting = {
      kind: 'analytics_export',
      recipient,
      facts: '{}',
      next_at: '2199-01-01',
      useless_at: '2199-01-01',
    }
    await server.db('mails').insert(Array.from({ length: 20 }, () => ({ id: team.make.id(), ...waiting })))
    expect((await exported({ x_axis: 'priority', y_axis: 'issue_count' }, team.member)).status).toBe(429)
  })

  test('says nothing to somebody who has left in the meantime', async () => {
    const leaver = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
    box.refuse.mail = { code: 451, text: 'later' }
    await exported({ x_axis: 'priority', y_axis: 'issue_count' }, leaver)
    const row = () => server.db('mails').where('recipient', leaver.email).first('state', 'said')
    await until(async () => (await row()).said !== null)
    await leaver.post(`${space()}/members/leave/`)
    box.refuse.mail = null
    await server.db('mails').where('recipient', leaver.email).update({ next_at: new Date() })
    await until(async () => (await row()).state === 'moot')
    expect(box.mails.some(mail => mail.to === leaver.email)).toBe(false)
  })
})
