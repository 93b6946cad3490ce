/** What one does with one's quick links; editing and removing one can be taken back. */
import { type QuickLink, quickLinkRoutes } from '#contract/planning/quickLinks.ts'
import { lifeOf } from '../../data/life.ts'
import { mutate } from '../../data/mutate.ts'
import { getRow } from '../../data/rows.ts'
import { remember } from '../../data/undo.ts'
import { here, viewer } from '../../data/viewer.ts'

type Input = Pick<QuickLink, 'url' | 'title'>
type Change = Partial<Input & Pick<QuickLink, 'sort_order'>>

const STEP = 1000

const create = (input: Input & Pick<QuickLink, 'sort_order'>) =>
  mutate({
    entity: 'quick_link',
    route: quickLinkRoutes.create,
    params: { ws: here().slug },
    body: input,
    patch: {
      ...input,
      workspace: here().workspaceId,
      user: viewer()?.id,
      created_at: new Date().toISOString(),
    },
    failure: 'The link was not added.',
  })

const change = ({ id }: { id: string }, patch: Change) =>
  mutate({
    entity: 'quick_link',
    route: quickLinkRoutes.update,
    params: { ws: here().slug, quickLinkId: id },
    body: patch,
    id,
    patch,
    failure: 'The link was not changed.',
  })

export const addLink = (links: readonly QuickLink[], { url, title }: Input) =>
  void create({ url, title, sort_order: Math.max(0, ...links.map(link => link.sort_order)) + STEP })

/** What can be taken back is what the server has made of an address. */
export const editLink = async (link: QuickLink, input: Input) => {
  const stored = await change(link, input)
  if (!stored) return
  const fields = ({ url, title }: Input) => ({ url, title })
  remember(
    {
      message: 'Link changed',
      sent: Promise.resolve([link.id]),
      changes: [{ id: link.id, before: fields(link), after: fields(stored) }],
      rowOf: id => getRow('quick_link', id),
      write: async ([turned]) => (turned && (await change(turned, turned.after)) ? [turned.id] : []),
    },
    { tell: true },
  )
}

const life = lifeOf({
  entity: 'quick_link',
  noun: 'link',
  verb: 'removed',
  nameOf: () => 'Link',
  params: ({ id }) => ({ ws: here().slug, quickLinkId: id }),
  routes: () => ({ remove: quickLinkRoutes.remove }),
  anew: ({ url, title, sort_order }) => create({ url, title, sort_order }),
})
export const removeLink = (link: QuickLink) => life.removeAll([link])

/** Between its neighbours, one place further up or down. */
export const stepLink = (links: readonly QuickLink[], link: QuickLink, by: 1 | -1) => {
  const others = links.filter(one => one.id !== link.id)
  const at = links.indexOf(link) + by
  const [above, below] = [others[at - 1]?.sort_order, others[at]?.sort_order]
  const sort_order =
    above === undefined ? (below ?? 0) - STEP : below === undefined ? above + STEP : (above + below) / 2
  void change(link, { sort_order })
}
