import type { Knex } from 'knex'
import { v5 } from 'uuid'
import { Dashboard, type WidgetChoice, type WidgetKey } from '#contract/planning/home.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, update } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import type { Work } from '../../db/work.ts'

const NAMESPACE = 'b2f0a1d4-90a5-4b0b-8f0e-2f1c6d2a7e11'

// Told by whose it is, so that the home answered before anything is stored has the id that the row will have.
const idOf = (userId: string) => v5(userId, NAMESPACE)

/** Of a row that is not stored yet. */
const NEVER = new Date(0).toISOString()

const stored = (trx: Knex, id: string) =>
  trx('dashboards').where('id', id).first<Dashboard | undefined>(Dashboard.columns)

const unstored = (userId: string) => ({
  id: idOf(userId),
  name: 'Home',
  description_html: '<p></p>',
  identifier: null,
  is_default: true,
  type_identifier: 'home',
  logo_props: {},
  owned_by: userId,
  widgets: {},
})

/** The caller's home; as usual until they change something. */
export const readHome = async (trx: Knex, viewer: ServerViewer): Promise<Dashboard> =>
  (await stored(trx, idOf(viewer.id))) ?? {
    ...unstored(viewer.id),
    created_at: NEVER,
    updated_at: NEVER,
    deleted_at: null,
    created_by: viewer.id,
    updated_by: viewer.id,
    revision: 0,
  }

/** Keeps what was set of one widget; the rest stays as it is. */
export const setWidget = async (work: Work, key: WidgetKey, choice: WidgetChoice): Promise<void> => {
  const { viewer, trx } = work
  const id = idOf(viewer.id)
  // Two tabs may set their first widgets at the same moment: they take turns.
  await takeTurn(work, id)
  const before = await stored(trx, id)
  const set = { ...(before?.widgets[key] as WidgetChoice | undefined), ...choice }
  const widgets = { ...before?.widgets, [key]: set }
  if (before) await update(work, Dashboard, before, { widgets })
  else await insert(work, Dashboard, { ...unstored(viewer.id), widgets })
}
