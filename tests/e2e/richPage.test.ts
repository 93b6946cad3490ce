import { afterAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats } from '../support/browser.ts'
import { readable } from '../support/contrast.ts'
import { openPage, text } from '../support/openPage.ts'
import { richHtml, richTitle } from '../support/richPage.ts'
import { sight } from '../support/sight.ts'

afterAll(leaveSeats)

test('every block is told to a screen reader as what it is, and read in every theme', async () => {
  const world = await openPage()
  const { team, make } = world
  const freya = await world.sit(team.admin)
  const issue = await make.issue(team.admin, team.path, { name: 'Mend the window', priority: 'urgent' })
  const words = await world.page('<p>Words</p>', { name: 'Words we use' })
  const me = (await team.admin.get<{ id: string; display_name: string }>('/api/users/me/')).body
  const key = `${team.project.identifier}-${issue.sequence_id}`
  const made = await world.page(
    richHtml({
      slug: team.workspace.slug,
      project: team.project.id,
      person: { id: me.id, name: me.display_name },
      issue: { id: issue.id, key },
      page: { id: words.id, name: 'Words we use' },
    }),
    { name: richTitle },
  )
  await world.open(freya, made.id)
  await text(freya).getByText('The end').waitFor()
  await text(freya).getByRole('link', { name: 'Mend the window' }).last().waitFor()
  const told = (await text(freya).ariaSnapshot())
    .replaceAll(key, 'KEY-1')
    .replaceAll(me.display_name, 'Freya')
    .replace(/\/url: .*/g, '/url: …')
  expect(told).toMatchSnapshot()
  await axe(freya)
  await readable(freya)
  await freya.page.setViewportSize({ width: 390, height: 844 })
  await sight(freya)
  const heights = await freya.page
    .getByRole('toolbar')
    .getByRole('button')
    .evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40)
  // It holds the given text, except where the vocabulary writes it otherwise.
  const html = await world.html(made.id)
  for (const part of [
    'callout-component',
    'issue-embed-component',
    'data-type="taskList"',
    'language-typescript',
  ])
    expect(html).toContain(part)
  world.quiet()
})
