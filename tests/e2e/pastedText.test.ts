import { expect, test } from 'vitest'
import type { Seat } from '../support/browser.ts'
import { caretAfter, openPage, paste, selects, text } from '../support/openPage.ts'

const opened = async (html = '<p>One</p>') => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const made = await world.page(html)
  await world.open(freya, made.id)
  return { world, freya, made }
}

/** The caret on an empty last line. */
const below = async (who: Seat, words = 'One') => {
  await caretAfter(who, words)
  await who.page.keyboard.press('Enter')
}

test('an address is a link by itself, and over a selection it links that', async () => {
  const { world, freya, made } = await opened('<p>Berths</p>')
  await caretAfter(freya, 'Berths')
  await freya.page.keyboard.press('Shift+Home')
  await selects(freya, 'Berths')
  await paste(freya, { 'text/plain': 'https://quay.example/berths' })
  await world.becomes(made.id, /<p><a [^>]*href="https:\/\/quay.example\/berths">Berths<\/a><\/p>/)
  await below(freya, 'Berths')
  await freya.page.keyboard.type('https://quay.example/sill and')
  await world.becomes(
    made.id,
    /<a [^>]*href="https:\/\/quay.example\/sill">https:\/\/quay.example\/sill<\/a> and/,
  )
  // Rows of a sheet, and once more into the cells that are there.
  await freya.page.keyboard.press('Enter')
  await paste(freya, { 'text/plain': 'Ant\tBee\nCod\tDab' })
  const cells = (html: string) => [...html.matchAll(/<td[^>]*><p>(\w*)<\/p>/g)].map(([, word]) => word)
  await expect.poll(async () => cells(await world.html(made.id))).toEqual(['Ant', 'Bee', 'Cod', 'Dab'])
  await caretAfter(freya, 'Bee')
  await paste(freya, { 'text/plain': 'One\t1\nTwo\t2' })
  await expect
    .poll(async () => cells(await world.html(made.id)))
    .toEqual(['Ant', 'One', '1', 'Cod', 'Two', '2'])
  world.quiet()
})

const office =
  "<html xmlns:o='urn:x'><head><style>p{color:red}</style></head><body><p style='mso-list:l0 level1 lfo1'>" +
  "<span style='mso-list:Ignore'>·</span>Buoy<o:p></o:p></p>" +
  '<b id="docs-internal-guid-1" style="font-weight:normal"><p><span style="font-weight:700;color:red">Bold</span> tail</p></b></body></html>'
const tracker =
  '<ul><li><input type="checkbox"> Buy rope<div>two metres</div></li></ul>' +
  '<p>x</p><span>Read</span> <a href="https://quay.example">this</a> <b>now</b>'
const report = `<html xmlns:o="urn:x"><head><style>p{color:red}</style><script>window.ran=1</script></head><body>
  <!--StartFragment--><h2 style="mso-style:1"><span style="font:11pt Arial">Report</span></h2>
  <p class="MsoNormal" onclick="window.ran=1"><b style="font-weight:normal"><span>plain</span></b> <b>bold</b>
  <a href="javascript:window.ran=1">bad</a> <a href="https://quay.example/">good</a></p>
  <img src=x onerror="window.ran=1"><svg onload="window.ran=1"><script>window.ran=1</script></svg>
  <iframe srcdoc="<script>parent.ran=1</script>"></iframe><table><tr><td>cell<td>next</table>
  <p>unclosed <i>leaning<!--EndFragment--></body></html>`
const hostile =
  '<p>kept<script>window.ran=1</script><img src=x onerror="window.ran=1"><svg onload="window.ran=1"><a xlink:href="javascript:1">s</a></svg>' +
  '<a href=" java\tscript:window.ran=1">bad</a><iframe srcdoc="<script>top.ran=1</script>"></iframe><p style="background:url(//evil.example/x)">end'

test('E1, E3: what other programs put on the clipboard comes without its dress; hostile and huge pastes do no harm', async () => {
  const { world, freya, made } = await opened('<p>One</p><p>Two</p><p>Three</p>')
  const mei = await world.sit(world.team.member)
  await world.open(mei, made.id)
  const html = () => world.html(made.id)
  await below(freya)
  await paste(freya, { 'text/html': office, 'text/plain': 'Buoy Bold tail' })
  await world.becomes(made.id, /<ul><li><p>Buoy<\/p><\/li><\/ul><p><strong>Bold<\/strong> tail<\/p>/)
  await text(mei).getByText('Buoy').waitFor()
  await freya.page.keyboard.press('Enter')
  await paste(freya, { 'text/html': tracker, 'text/plain': 'Buy rope' })
  await world.becomes(
    made.id,
    /data-checked="false".*<p>Buy rope<\/p><p>two metres<\/p>.*<p>x<\/p><p>Read <a [^>]*>this<\/a> <strong>now<\/strong><\/p>/s,
  )
  await below(freya, 'Two')
  await paste(freya, { 'text/html': report, 'text/plain': 'Report' })
  await world.becomes(made.id, /<h2[^>]*>Report<\/h2>/)
  expect(await html()).toMatch(
    /<strong>bold<\/strong>.*bad.*href="https:\/\/quay.example\/".*cell.*next.*<em>leaning<\/em>/s,
  )
  await below(freya, 'Three')
  await paste(freya, { 'text/html': hostile })
  await text(freya).getByText('end', { exact: true }).waitFor()
  // Thousands of elements within each other, and more letters than are taken: the tab lives, and so does the text.
  await paste(freya, { 'text/html': `${'<blockquote><div>'.repeat(20_000)}deep` })
  await text(freya).getByText('deep').waitFor()
  const tooLong = freya.page.getByText(/too long to paste/)
  await paste(freya, { 'text/html': `<p>${'<b>tide</b> '.repeat(150_000)}</p>` })
  await tooLong.waitFor()
  await freya.page.locator('[data-toast]').getByRole('button', { name: 'Close' }).click()
  await tooLong.waitFor({ state: 'detached' })
  await paste(freya, { 'text/plain': 'tide '.repeat(100_000) })
  await tooLong.waitFor()
  await caretAfter(freya, 'One')
  await freya.page.keyboard.type(' alive')
  await world.becomes(made.id, /^<p>One alive<\/p>.*kept.*deep/s)
  expect(await html()).not.toMatch(
    /script|onclick|onerror|onload|evil|svg|iframe|srcdoc|mso|font|javascript|tide/i,
  )
  expect(await freya.page.evaluate(() => 'ran' in window)).toBe(false)
  world.quiet()
})
