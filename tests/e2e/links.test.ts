import { expect, onTestFinished, test } from 'vitest'
import { closeBrowser, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'

test('a link is made, changed, refused and taken away by keyboard alone', async () => {
  const server = await startServer()
  const make = build(server)
  const team = await make.team()
  const made = await make.page(team.admin, team.path, { description_html: '<p>Tides</p>' })
  onTestFinished(closeBrowser)
  const { context, page, errors } = await seat(server.origin)
  await context.addCookies([
    { name: 'session-id', value: team.admin.jar.get('session-id')!, url: server.origin },
  ])
  page.on('dialog', dialog => errors.push(`a dialog of the browser: ${dialog.message()}`))
  await page.goto(`/${team.workspace.slug}/projects/${team.project.id}/pages/${made.id}`)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  const button = page.getByRole('button', { name: 'Link', exact: true }).first()
  const field = page.getByRole('textbox', { name: 'Link to' })
  const html = async () =>
    (await team.admin.get<{ description_html: string }>(`${team.path}/pages/${made.id}/`)).body
      .description_html
  const open = async () => {
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => field.evaluate(node => node === document.activeElement)).toBe(true)
  }
  await text.click()
  await page.keyboard.press('Control+a')

  await open()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await expect.poll(() => text.evaluate(node => node === document.activeElement)).toBe(true)

  // E3: neither this way in.
  await open()
  for (const bad of [' javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example', '']) {
    await field.fill(bad)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
  }
  await field.fill('quay.example/tides')
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
  await until(async () => (await html()).includes('href="https://quay.example/tides"'))
  expect(await html()).toContain('>Tides</a>')

  await open()
  expect(await field.inputValue()).toBe('https://quay.example/tides')
  await field.fill('/somewhere')
  await page.keyboard.press('Enter')
  await until(async () => (await html()).includes('href="/somewhere"'))

  await open()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await until(async () => (await html()) === '<p>Tides</p>')

  await page.keyboard.press('End')
  await page.keyboard.type(' or ')
  await open()
  await page.keyboard.type('harbour@quay.example')
  await page.keyboard.press('Enter')
  await until(async () => (await html()).includes('href="mailto:harbour@quay.example"'))
  expect(errors).toEqual([])
})
