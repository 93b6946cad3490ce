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

test('the HTML of Word and of Docs becomes text of ours, for both', async () => {
  const { world, freya, made } = await opened()
  const mei = await world.sit(world.team.member)
  await world.open(mei, made.id)
  await caretAfter(freya, 'One')
  await freya.page.keyboard.press('Enter')
  await paste(freya, {
    'text/html':
      "<html xmlns:o='urn:x'><head><style>p{color:red}</style></head><body><p style='mso-list:l0 level1 lfo1'>" +
      "<span style='mso-list:Ignore'>·</span>Buoy<o:p></o:p></p>" +
      '<b id="docs-internal-guid-1" style="font-weight:normal"><p><span style="font-weight:700;color:red">Bold</span> tail</p></b></body></html>',
    'text/plain': 'Buoy Bold tail',
  })
  await world.becomes(made.id, /<ul><li><p>Buoy<\/p><\/li><\/ul><p><strong>Bold<\/strong> tail<\/p>/)
  await text(mei).getByText('Buoy').waitFor()
  world.quiet()
})

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

test('E1, E3: hostile and huge pastes do no harm', async () => {
  const { world, freya, made } = await opened()
  await below(freya)
  const hostile =
    '<p>kept<script>document.title="x"</script><img src=x onerror="document.title=1"><svg onload="document.title=2"><a xlink:href="javascript:1">s</a></svg>' +
    '<a href=" java\tscript:document.title=3">bad</a><iframe srcdoc="<script>top.document.title=4</script>"></iframe><p style="background:url(//evil.example/x)">end'
  await paste(freya, { 'text/html': hostile })
  await text(freya).getByText('end').waitFor()
  await paste(freya, { 'text/html': `${'<blockquote><div>'.repeat(20_000)}deep` })
  await text(freya).getByText('deep').waitFor()
  await paste(freya, { 'text/html': `<p>${'<b>tide</b> '.repeat(900_000)}</p>` })
  await freya.page.getByText(/too long to paste/).waitFor()
  await paste(freya, { 'text/plain': 'a '.repeat(5_000_000) })
  await freya.page.getByText(/too long to paste/).waitFor()
  await expect.poll(() => world.html(made.id)).toContain('deep')
  const html = await world.html(made.id)
  expect(html).toContain('kept')
  expect(html).not.toMatch(/script|onerror|onload|evil|svg|iframe|srcdoc|tide/)
  expect(await freya.page.title()).not.toMatch(/^[x\d]$/)
  world.quiet()
})
