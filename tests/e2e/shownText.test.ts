/** The parts that a text shows besides its words: things as they are now, and nothing of other hosts. */
import { afterAll, expect, test } from 'vitest'
import { goWithin, leaveSeats } from '../support/browser.ts'
import { openPage, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

afterAll(leaveSeats)

const ELSEWHERE = 'https://quay.example/pier.png'
const foreign = `<img src="${ELSEWHERE}" alt="Pier"><image-component src="${ELSEWHERE}"></image-component>`

test('a comment tells of people, issues and pages as they are now, and fetches nothing of other hosts', async () => {
  const world = await openPage()
  const { team, make } = world
  const mei = await world.sit(team.member)
  const issue = await make.issue(team.admin, team.path, { name: 'Dredge the sill' })
  const about = await make.issue(team.admin, team.path, { name: 'Tide gauge' })
  const other = await world.page('<p>Elsewhere</p>', { name: 'Berth rules' })
  const me = (await team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
  const at = `/${team.workspace.slug}/projects/${team.project.id}`
  const comment_html = `<p>Ask <mention-component label="Once" entity_name="user_mention" entity_identifier="${team.member.id}"></mention-component>
    of <mention-component label="ONCE-1" entity_name="issue" entity_identifier="${issue.id}" redirect_uri="${at}/issues/${issue.id}"></mention-component>
    and <mention-component label="Once" entity_name="page_mention" entity_identifier="${other.id}" redirect_uri="${at}/pages/${other.id}"></mention-component></p>
    <issue-embed-component entity_identifier="${issue.id}" project_identifier="${team.project.id}"></issue-embed-component>${foreign}`
  const made = await team.admin.post(`${team.path}/issues/${about.id}/comments/`, { comment_html })
  expect(made.status).toBe(201)
  await goWithin(mei.page, `${at}/issues/${about.id}`)
  const comment = mei.page.locator('.is-comment').first()
  const link = (name: string | RegExp) => comment.getByRole('link', { name })
  await link(`@${me}`).waitFor()
  await link('Berth rules').waitFor()
  await expect.poll(() => link('Dredge the sill').count()).toBe(2)
  await sight(mei)
  await team.admin.patch(`${team.path}/issues/${issue.id}/`, { name: 'Dredge it all' })
  await team.admin.patch(`${team.path}/pages/${other.id}/`, { name: 'Rules of berths' })
  await expect.poll(() => link('Dredge it all').count()).toBe(2)
  await link('Rules of berths').waitFor()
  expect(await link(/quay\.example/).evaluateAll(all => all.map(one => one.getAttribute('href')))).toEqual([
    ELSEWHERE,
    ELSEWHERE,
  ])
  expect(await comment.getByRole('img', { name: 'Pier' }).count()).toBe(0)
  await link('Rules of berths').click()
  await mei.page.getByText('Elsewhere', { exact: true }).waitFor()
  world.quiet()
})

test('an image of another host is named by its host in a page, and stays in its text', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const made = await world.page(`<p>One</p>${foreign}`)
  const before = await world.html(made.id)
  await world.open(freya, made.id)
  const links = text(freya).getByRole('link', { name: /at quay\.example/ })
  await expect.poll(() => links.count()).toBe(2)
  await links.filter({ hasText: 'Pier' }).waitFor()
  await sight(freya)
  expect(await world.html(made.id)).toBe(before)
  world.quiet()
})

test('a table wider than a phone is moved by keys in a comment and in a locked page, and one that fits grows', async () => {
  const world = await openPage()
  const { team, make } = world
  const mei = await world.sit(team.member)
  const { page } = mei
  await page.setViewportSize({ width: 390, height: 800 })
  const table = `<table><tr>${'<td><p>berth</p></td>'.repeat(14)}</tr></table>`
  const made = await world.page(`<p>One</p>${table}`)
  const issue = await make.issue(team.admin, team.path, { name: 'Tide gauge' })
  await team.admin.post(`${team.path}/issues/${issue.id}/comments/`, {
    comment_html: `<p style="text-align: right">See</p>${table}`,
  })
  await team.admin.post(`${team.path}/pages/${made.id}/lock/`)
  for (const place of [`issues/${issue.id}`, `pages/${made.id}`]) {
    await goWithin(page, `/${team.workspace.slug}/projects/${team.project.id}/${place}`)
    const region = page.getByRole('region', { name: 'Table' })
    await region.waitFor()
    await region.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => region.evaluate(node => node.scrollLeft)).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await sight(mei)
    if (place.startsWith('issues'))
      expect(
        await page.getByText('See', { exact: true }).evaluate(node => getComputedStyle(node).textAlign),
      ).toBe('right')
  }

  // A smaller one grows and goes by the menu of its cell, and a page is kept at hand.
  const grown = await world.page('<p>One</p><table><tr><td><p>berth</p></td></tr></table>')
  await world.open(mei, grown.id)
  await page.getByText('berth', { exact: true }).click()
  await page.getByRole('button', { name: 'Cell', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Row', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add row below' }).click()
  await world.becomes(grown.id, /(<tr>.*?<\/tr>){2}/)
  await sight(mei)
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Add to favourites' }).click()
  await expect
    .poll(
      async () => (await world.team.member.get<unknown[]>(`${world.team.path}/favorite-pages/`)).body.length,
    )
    .toBe(1)
  world.quiet()
})
