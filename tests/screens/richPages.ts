import { seat } from '../support/browser.ts'
import { richHtml, richTitle } from '../support/richPage.ts'
import { type Given, themesAtWidths, wantedOf } from './everyLook.ts'

type Row = { id: string; name: string; identifier: string; sequence_id: number; display_name: string }

/** A page with every block, in every theme and on a phone. */
export const richPages = async (given: Given) => {
  const { origin, shoot, signIn } = given
  const who = await seat(origin, { height: 1900 })
  await who.page.goto(origin)
  await signIn(who, 'freya@lanternquay.example')
  const { request } = who.page
  const get = async <T>(path: string) => (await (await request.get(`${origin}${path}`)).json()) as T
  const slug = 'lantern-quay'
  const at = `/api/workspaces/${slug}/projects`
  const project = (await get<Row[]>(`${at}/`)).find(one => one.name === 'Berth Booking')
  const { results } = await get<{ results: Row[] }>(
    `${at}/${project?.id}/issues/?order_by=created_at&per_page=1`,
  )
  const [page] = await get<Row[]>(`${at}/${project?.id}/pages/`)
  const me = await get<Row>('/api/users/me/')
  const [issue] = results
  if (!project || !issue || !page) throw new Error('The sample data lacks what a rich page names.')
  const html = richHtml({
    slug,
    project: project.id,
    person: { id: me.id, name: me.display_name },
    issue: { id: issue.id, key: `${project.identifier}-${issue.sequence_id}` },
    page,
  })
  const made = (await (
    await request.post(`${origin}${at}/${project.id}/pages/`, {
      data: { name: richTitle, description_html: html },
      headers: { origin },
    })
  ).json()) as Row
  for (const { width, theme, suffix } of wantedOf(given, themesAtWidths)) {
    await who.page.setViewportSize({ width, height: width === 390 ? 2400 : 1900 })
    await who.page.goto(`${origin}/${slug}/projects/${project.id}/pages/${made.id}`)
    await who.page.getByText('The end').waitFor()
    await who.page.evaluate(name => {
      document.documentElement.dataset.theme = name
    }, theme)
    await shoot(who, 'page-rich', suffix)
  }
  await who.context.close()
}
