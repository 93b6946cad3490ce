import { fail } from '#contract/errors.ts'
import { isAmong } from '#contract/keys.ts'
import {
  type AskedWidget,
  askedWidgets,
  type Dashboard,
  homeRoutes,
  type WidgetChoice,
  widgetKeys,
  widgetOf,
  widgets,
} from '#contract/planning/home.ts'
import { isUuid } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { readHome, setWidget } from './home.service.ts'
import { readWidget } from './widget.queries.ts'

const isAsked = (key: string): key is AskedWidget => isAmong(askedWidgets, key)

const shown = ({ widgets: _, ...dashboard }: Dashboard) => dashboard

/** The caller's own home, which the path has to name: other people's are not there. */
const ownHome = async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, id: string): Promise<Dashboard> => {
  if (!isUuid(id)) fail('path.notFound')
  const home = await readHome(trx, viewer)
  return home.id === id.toLowerCase() ? home : fail('row.notFound')
}

export const mountHome = (server: Server) =>
  mount(server, homeRoutes, {
    home: async ({ trx, viewer, query }) => {
      if (query.dashboard_type !== 'home') fail('dashboard.type')
      const home = await readHome(trx, viewer)
      return { dashboard: shown(home), widgets: widgetKeys.map(key => widgetOf(home, key)) }
    },
    widget: async ask => {
      await ownHome(ask, ask.params.dashboardId)
      const key = ask.query.widget_key ?? 'overview_stats'
      return isAsked(key) ? readWidget(ask, key) : fail('dashboard.widget')
    },
    dashboard: async ask => shown(await ownHome(ask, ask.params.dashboardId)),
    updateWidget: async ask => {
      const { params, work, body } = ask
      if (!isUuid(params.widgetId)) fail('path.notFound')
      await ownHome(ask, params.dashboardId)
      const key = widgetKeys.find(one => widgets[one].id === params.widgetId.toLowerCase())
      await setWidget(work, key ?? fail('row.notFound'), body as WidgetChoice)
    },
  })
