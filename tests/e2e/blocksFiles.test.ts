import { expect, test } from 'vitest'
import { choose, type Given, give } from '../support/givenFiles.ts'
import { caretAfter, copyMarkdown, openPage, slash } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

test('a file of any kind is sent from the text, named for everyone, and leaves as a download', async () => {
  const world = await openPage()
  const { freya, mei, made } = await world.together('<p>One</p>')
  const { page } = freya
  const tides: Given = {
    name: 'tides.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<script>1</script>'),
  }
  await caretAfter(freya, 'One')
  await page.keyboard.press('Enter')
  await choose(freya, () => slash(freya, 'file'), tides)
  const stored = (name: string) =>
    new RegExp(
      `<file-component src="[\\w-]{36}" id="[\\w-]{36}" name="${name}" [^>]*>${name}</file-component>`,
    )
  await world.becomes(made.id, stored('tides.html'))
  const link = mei.page.getByRole('link', { name: 'tides.html' })
  await mei.page.locator('.file-block').getByText('18 B').waitFor()
  const [download] = await Promise.all([mei.page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('tides.html')
  const answer = await mei.page.request.get(String(await link.getAttribute('href')))
  expect(answer.headers()['content-type']).toBe('application/octet-stream')
  expect(await answer.text()).toBe('<script>1</script>')

  // By drop, and where it does not get through it is tried again.
  await page.route('**/files/upload', route => route.fulfill({ status: 500, body: '{}' }))
  await give(freya, 'drop', [{ ...tides, name: 'ebb.csv', mimeType: 'text/csv' }])
  await page.getByText('ebb.csv was not sent.').waitFor()
  await sight(freya)
  await page.unroute('**/files/upload')
  await page.getByRole('button', { name: 'Retry' }).click()
  await world.becomes(made.id, stored('ebb.csv'))
  expect(await copyMarkdown(freya)).toMatch(/\[ebb\.csv\]\(http.* "File: text\/csv, 18 bytes"\)/)
  world.quiet()
})
