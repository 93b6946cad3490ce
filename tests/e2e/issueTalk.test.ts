import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { isInView } from '../support/inView.ts'
import { type OpenIssue, openIssue, part } from '../support/openIssue.ts'
import { sight } from '../support/sight.ts'
import { toastCoversNoField } from '../support/toast.ts'

let make: OpenIssue['make']
let team: OpenIssue['team']
let key: OpenIssue['key']
let read: OpenIssue['read']
let freya: OpenIssue['freya']
let mei: OpenIssue['mei']
let sit: OpenIssue['sit']
let issue: OpenIssue['issue']
let open: OpenIssue['open']
let quiet: OpenIssue['quiet']

beforeAll(async () => {
  ;({ make, team, key, read, freya, mei, sit, issue, open, quiet } = await openIssue())
})
afterAll(leaveSeats)

const begin = async ({ page }: Seat) => {
  await page.getByRole('button', { name: 'Comment…' }).click()
  await page.locator('[aria-label="Comment"]:focus').waitFor()
}

test('a comment is sent by keys, seen at once by the other, reworded, reacted to, deleted and brought back', async () => {
  const made = await issue('Bell')
  await open(made.id, freya, mei)
  const say = async (words: string) => {
    await freya.page.keyboard.type(words)
    await freya.page.keyboard.press('Control+Enter')
  }
  await begin(freya)
  await say('High water at noon')
  const card = (who: Seat) => part(who, 'Activity').getByRole('article')
  await card(mei).getByText('High water at noon').waitFor()
  expect(await freya.page.getByRole('textbox', { name: 'Comment' }).textContent()).toBe('')
  await sight(mei)

  await card(mei).hover()
  await card(mei).getByRole('button', { name: 'React' }).click()
  await mei.page.getByRole('button', { name: 'React with 👍' }).click()
  await card(freya).getByRole('button', { name: /^👍 1/ }).click()
  await card(mei).getByRole('button', { name: /^👍 2/ }).waitFor()

  const more = (who: Seat) => card(who).getByRole('button', { name: 'Actions for this comment' })
  await more(mei).click()
  await mei.page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await mei.page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0)
  await mei.page.keyboard.press('Escape')
  await more(freya).click()
  await freya.page.getByRole('menuitem', { name: 'Edit' }).click()
  await freya.page.locator('[aria-label="Edit comment"]:focus').waitFor()
  await say(' and at midnight')
  await card(mei).getByText('High water at noon and at midnight').waitFor()
  await card(mei).getByText('edited').waitFor()

  await more(freya).click()
  await freya.page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => card(mei).count()).toBe(0)
  await freya.page.getByRole('button', { name: /Undo/ }).click()
  await card(mei).getByText('at midnight').waitFor()
  quiet()
})

test('a comment that was begun is still there after a reload, and one that was refused comes back', async () => {
  const made = await issue('Fog')
  await open(made.id, mei)
  await begin(mei)
  await mei.page.keyboard.type('Half a thought')
  await open(made.id, mei)
  const field = mei.page.getByRole('textbox', { name: 'Comment' })
  await expect.poll(() => field.textContent()).toBe('Half a thought')
  await mei.page.route('**/comments/', route => route.fulfill({ status: 400, json: { error: 'No.' } }))
  await field.press('Control+Enter')
  await mei.page.getByText('The comment was not sent. No.').waitFor()
  await expect.poll(() => field.textContent()).toBe('Half a thought')
  await mei.page.unroute('**/comments/')
  await field.press('Control+Enter')
  await part(mei, 'Activity').getByRole('article').getByText('Half a thought').waitFor()
  // Below a long talk, one’s own comment comes into view.
  const told = Array.from({ length: 30 }, (_, nth) => `<p>Fog signal ${nth}</p>`).join('')
  await team.admin.post(`${team.path}/issues/${made.id}/comments/`, { comment_html: told })
  await part(mei, 'Activity').getByText('Fog signal 29').waitFor()
  await field.pressSequentially('Clear again')
  await mei.page.keyboard.press('Control+Enter')
  await isInView(part(mei, 'Activity').getByText('Clear again'))
})

test('a comment holds nothing that runs, and its link leads to it', async () => {
  const made = await issue('Mole')
  const evil =
    '<p>Hello <a href="javascript:alert(1)" onclick="evil()">there</a><img src=x onerror="evil()"><script>evil()</script></p>'
  await team.admin.post(`${team.path}/issues/${made.id}/comments/`, { comment_html: evil })
  await open(made.id, freya)
  const card = part(freya, 'Activity').getByRole('article')
  await card.getByText('Hello').waitFor()
  await card.hover()
  await card.getByRole('button', { name: 'Actions for this comment' }).click()
  await freya.page.getByRole('menuitem', { name: 'Copy link' }).click()
  await freya.page.getByText('Link copied').waitFor()
  // At no width it covers a field: neither the line that begins a comment nor the box that it becomes.
  const toast = freya.page.locator('[data-toast]')
  await toast.hover()
  const composer = freya.page.locator('[data-writing]').last()
  for (const width of [390, 768, 1440]) {
    await freya.page.setViewportSize({ width, height: 900 })
    for (const step of [0, 40, 80, 200, 2_000]) {
      await composer.evaluate((node, by) => {
        // In turn the box is at the foot, a little above it, and where the end of the screen leaves it.
        node.scrollIntoView({ block: 'end' })
        node.closest('.overflow-y-auto')?.scrollBy(0, by)
      }, step)
      await toastCoversNoField(freya)
    }
  }
  await freya.page.mouse.move(700, 20)
  const copied = await freya.page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/\/browse\/\w+-\d+#comment-[0-9a-f-]{36}$/)
  await freya.page.goto(copied)
  await expect.poll(() => card.evaluate(node => getComputedStyle(node).backgroundColor)).not.toMatch(/, 0\)$/)
  // As if the server had let it through: the browser writes what its schema knows, and nothing else.
  await freya.page.route('**/history/', async route => {
    const answer = await route.fetch()
    const rows = (await answer.json()) as Record<string, unknown>[]
    await route.fulfill({
      response: answer,
      json: rows.map(row => ('comment_html' in row ? { ...row, comment_html: evil } : row)),
    })
  })
  await freya.page.reload()
  await card.getByText('there').waitFor()
  expect(await card.evaluate(node => node.innerHTML)).not.toMatch(/javascript:|onclick|onerror|evil/)
  await freya.page.unroute('**/history/')
  quiet()
})

test('changes within a minute are one line, and the line can be narrowed', async () => {
  const made = await issue('Buoy')
  await open(made.id, freya, mei)
  await freya.page.keyboard.press('p')
  await freya.page.getByRole('dialog', { name: 'Priority' }).waitFor()
  await freya.page.keyboard.type('urg')
  await freya.page.keyboard.press('Enter')
  await part(mei, 'Activity').getByText('set priority to').waitFor()
  await team.admin.patch(`${team.path}/issues/${made.id}/`, { priority: 'low' })
  await part(mei, 'Activity').getByText('Low').waitFor()
  expect(await part(mei, 'Activity').getByRole('listitem').count()).toBe(1)
  await part(mei, 'Activity').getByRole('button', { name: 'Show: All' }).click()
  await mei.page.getByRole('menuitemcheckbox', { name: 'Comments' }).click()
  await part(mei, 'Activity').getByText('No comments yet.').waitFor()
})

test('a guest reads, talks and changes nothing', async () => {
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  const made = await issue('Pier')
  const guest = await sit(team.guest)
  await open(made.id, guest)
  const { display_name: who } = (await team.admin.get<{ display_name: string }>('/api/users/me/')).body
  await guest.page
    .getByText(`You can read this issue and comment on it. ${who} can change your role.`)
    .waitFor()
  for (const name of ['Sub-issue', 'Relation', 'Link'])
    expect(await guest.page.getByRole('button', { name, exact: true }).count()).toBe(0)
  expect(await guest.page.getByRole('button', { name: /^State:/ }).count()).toBe(0)
  await begin(guest)
  await guest.page.keyboard.type('May I?')
  await guest.page.keyboard.press('Control+Enter')
  await part(guest, 'Activity').getByRole('article').getByText('May I?').waitFor()
  await sight(guest)
  expect(guest.errors).toEqual([])
})

test('an address names an issue by its key, and an old one leads on', async () => {
  const made = await issue('Named')
  const { id } = made
  const workspace = `/${team.workspace.slug}`
  const project = `${workspace}/projects/${team.project.id}`
  const { page } = freya
  const path = () => new URL(page.url()).pathname
  await open(id, freya)
  const named = key(made)
  for (const from of [`${workspace}/browse/${named.toLowerCase()}`, `${project}/archives/issues/${id}`]) {
    await goWithin(page, from)
    await expect.poll(path).toBe(`${project}/issues/${id}`)
  }
  await goWithin(page, `${workspace}/browse/${named}99`)
  await page.getByRole('heading', { name: 'Issue not found' }).waitFor()
  // Also over a list that does not hold it.
  await goWithin(page, `${workspace}/workspace-views/assigned?peekId=${named}`)
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('peekId')).toBe(id)
})

test('issues and pages are reached by a few letters, and commands as before', async () => {
  const far = await make.project(team.admin, team.workspace.slug)
  const made = await make.issue(team.admin, far.path, { name: 'Sounding lead' })
  const page = await make.page(team.admin, team.path, { name: 'Soundings log' })
  const menu = freya.page.getByRole('dialog', { name: 'Command menu' })
  const path = () => new URL(freya.page.url()).pathname
  const chosen = menu.locator('[role="option"][aria-selected="true"]')
  await open((await issue('Ladder')).id, freya)
  await freya.page.keyboard.press('Control+k')
  await freya.page.keyboard.type('sounding')
  await menu.getByRole('option', { name: 'Sounding lead' }).waitFor()
  await menu.getByRole('option', { name: 'Soundings log' }).waitFor()
  await sight(freya)
  await freya.page.keyboard.press('Escape')
  await freya.page.keyboard.type(`${far.identifier}-${made.sequence_id}`.toLowerCase())
  await chosen.filter({ hasText: 'Sounding lead' }).waitFor()
  await freya.page.keyboard.press('Enter')
  await expect.poll(path).toBe(`/${team.workspace.slug}/projects/${far.id}/issues/${made.id}`)
  await freya.page.keyboard.press('/')
  await freya.page.keyboard.type('soundings')
  await chosen.filter({ hasText: 'Soundings log' }).waitFor()
  await freya.page.keyboard.press('Enter')
  await expect.poll(path).toBe(`/${team.workspace.slug}/projects/${team.project.id}/pages/${page.id}`)
  await freya.page.keyboard.press('Control+k')
  await freya.page.keyboard.type('zzqq')
  await menu.getByText('No results for “zzqq”.').waitFor()
  await freya.page.keyboard.press('Control+a')
  await freya.page.keyboard.type('all iss')
  await chosen.filter({ hasText: 'All issues' }).waitFor()
  await freya.page.keyboard.press('Enter')
  await expect.poll(path).toBe(`/${team.workspace.slug}/workspace-views/all-issues`)
})

test('of two who set one field at once, the loser is told', async () => {
  const made = await issue('Crossing')
  await open(made.id, freya, mei)
  await freya.page.keyboard.press('p')
  await freya.page.getByRole('option', { name: 'High' }).waitFor()
  await freya.page.keyboard.type('high')
  await freya.page.keyboard.press('Enter')
  await expect.poll(async () => (await read(made.id)).priority).toBe('high')
  await team.member.patch(`${team.path}/issues/${made.id}/`, { priority: 'low' })
  await freya.page.getByText(new RegExp(`changed the priority of ${key(made)} just after you`)).waitFor()
  expect(await mei.page.getByText(/just after you/).count()).toBe(0)
})

test('a former member of the project is still named where their issues are', async () => {
  const gone = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, gone, 15)
  await make.joinProject(team.admin, team.path, gone, 15)
  await make.issue(gone, team.path, { name: 'Left behind' })
  const { body: me } = await gone.get<{ display_name: string }>('/api/users/me/')
  const members = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
  const membership = members.body.find(row => row.member === gone.id)
  expect((await team.admin.delete(`${team.path}/members/${membership?.id}/`)).status).toBe(204)
  await goWithin(
    freya.page,
    `/${team.workspace.slug}/projects/${team.project.id}/issues?layout=list&group_by=created_by&created_by=${gone.id}`,
  )
  await freya.page.getByRole('heading', { name: me.display_name }).waitFor()
  await freya.page.getByRole('group', { name: 'Creator is' }).getByText(me.display_name).waitFor()
})
