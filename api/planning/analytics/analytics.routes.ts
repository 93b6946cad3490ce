import { Readable } from 'node:stream'
import { fail, failFields, must } from '#contract/errors.ts'
import { dayIn } from '#contract/people/zones.ts'
import { analyticsRoutes, readAxis } from '#contract/planning/analytics.ts'
import { analyticViewRoutes } from '#contract/planning/analyticViews.ts'
import {
  cumulativeSteps,
  insightRoutes,
  MOST_DAYS_ASKED,
  MOST_PERIODS,
  MOST_SAMPLES,
  periods,
} from '#contract/planning/insights.ts'
import { isUuid } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { queueMail } from '../../mail/outbox.ts'
import { chartFile, flowFile, scopeFile } from './analyticsFiles.ts'
import {
  createAnalyticView,
  deleteAnalyticView,
  listAnalyticViews,
  paramsOf,
  restoreAnalyticView,
  updateAnalyticView,
} from './analyticView.service.ts'
import { drawChart } from './chart.service.ts'
import { detailsOf, distributionOf, readAsked } from './distribution.service.ts'
import { cumulativeOf, timesOf, underWayOf } from './flow.service.ts'
import { type Days, daysIn, earliest, meantBy, type Params, periodsOf, spanOf } from './meant.ts'
import { scopeAndDemand } from './scope.service.ts'
import { usualOf } from './usual.service.ts'

type Spanned = Pick<Ask, 'viewer'> & { query: { from?: string | undefined; to?: string | undefined } }
type Weekly = { week_begins?: string | undefined }
type Step = 'day' | 'week' | 'month'

/** Of spans up to so many days a finer step is reported. */
const SHORT_DAYS = 100
const MONDAY = '1'

const daysOf = ({ viewer, query }: Spanned): Days => spanOf(query, viewer.timezone, MOST_DAYS_ASKED)

/** The parts of a span, at most so many; without a step as fine as these are. */
const partsOf = <S extends Step>(
  { query }: { query: Weekly & { step?: S | undefined } },
  span: Days,
  steps: readonly S[],
  most: number,
) => {
  const given = query.step
  const isLong = daysIn(span) > SHORT_DAYS
  const tried = given ? [given] : isLong ? steps.slice(1) : steps
  for (const step of tried) {
    const parts = periodsOf(span, step, Number(query.week_begins ?? MONDAY))
    if (parts.length <= most) return { step, parts }
  }
  return failFields({ step: [`Ask for a span of at most ${most} of these.`] })
}

const scopeOf = (ask: Omit<Ask<typeof insightRoutes.scope>, 'params'>) => {
  const days = daysOf(ask)
  const { step, parts } = partsOf(ask, days, periods, MOST_PERIODS)
  return { meant: meantBy(ask), days, step, parts }
}

/** The one or two axes of a chart of ours: without a measure, since both are reported. */
const axesOf = ({ query }: { query: { x_axis?: string | undefined; segment?: string | undefined } }) => {
  const { x, segment } = readAsked({ ...query, y_axis: 'issue_count' })
  return [x, segment] as const
}

const asFile = ({ ctx }: Pick<Ask, 'ctx'>, name: string, text: string | Generator<string>) => {
  ctx.set('Content-Disposition', `attachment; filename="${name}.csv"`)
  // A part waits until the one before it was taken.
  return (typeof text === 'string' ? text : Readable.from(text, { objectMode: false })) as never
}

const emailOf = async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>): Promise<string> =>
  must(await trx('user_contacts').where('id', viewer.id).first<{ email: string }>('email'), 'their address')
    .email

const queued = (email: string) => ({
  message: `Once the export is ready it will be emailed to you at ${email}`,
})

/** So many files may be on their way to one person. */
const MOST_WAITING = 20

const mustNotFlood = async (trx: Ask['trx'], recipient: string) => {
  const [waiting] = (await trx('mails')
    .where({ recipient, kind: 'analytics_export', state: 'waiting' })
    .count('* as total')) as { total: string }[]
  if (Number(waiting?.total) >= MOST_WAITING) fail('rate.exceeded')
}

/** Counts a kept chart. Its axes are as a client stored them, possibly none. */
const countKept = async (ask: Ask<typeof analyticViewRoutes.counted>) => {
  const { x_axis, y_axis, segment } = ask.row.query_dict
  if (!readAxis(x_axis) || !y_axis) fail('analyticView.axes')
  const asked = readAsked({ x_axis, y_axis, segment: ask.query.segment ?? segment })
  return distributionOf(meantBy({ ...ask, query: ask.row.query as Params }), asked)
}

export const mountAnalytics = (server: Server) => {
  mount(
    server,
    analyticsRoutes,
    {
      chart: async ask => {
        const asked = readAsked(ask.query)
        const counted = await distributionOf(meantBy(ask), asked)
        return { ...counted, extras: await detailsOf(ask, counted, asked) }
      },
      usual: ask => usualOf(meantBy(ask)),
      export: async ask => {
        const { work, viewer, workspaceId, body, params } = ask
        const query = paramsOf(body)
        const asked = readAsked(body)
        // Refuses a misspelt filter now; the caller would otherwise wait for a mail that never comes.
        meantBy({ ...ask, query })
        const email = await emailOf(ask)
        await mustNotFlood(ask.trx, email)
        await queueMail(work, {
          kind: 'analytics_export',
          to: email,
          user: viewer.id,
          workspace: workspaceId,
          slug: params.ws,
          query,
          asked,
        })
        return queued(email)
      },
    },
    { again: { export: async ask => queued(await emailOf(ask)) } },
  )
  mount(server, insightRoutes, {
    chart: ask => drawChart(meantBy(ask), ...axesOf(ask)),
    chartFile: async ask => asFile(ask, 'chart', await chartFile(meantBy(ask), ...axesOf(ask))),
    scope: async ask => {
      const { meant, days, step, parts } = scopeOf(ask)
      return scopeAndDemand(meant, days, step, parts)
    },
    scopeFile: async ask => {
      const { meant, days, step, parts } = scopeOf(ask)
      return asFile(ask, 'scope-and-demand', await scopeFile(meant, days, step, parts))
    },
    times: async ask => timesOf(meantBy(ask), daysOf(ask), Number(ask.query.week_begins ?? MONDAY)),
    underWay: ask => underWayOf(meantBy(ask), daysOf(ask)),
    cumulative: async ask => {
      const days = daysOf(ask)
      const today = dayIn(ask.viewer.timezone)
      const until = { from: earliest(days.from, today), to: earliest(days.to, today) }
      const { step, parts } = partsOf(ask, until, cumulativeSteps, MOST_SAMPLES)
      return cumulativeOf(meantBy(ask), days, step, parts)
    },
    flowFile: async ask => asFile(ask, 'flow', await flowFile(meantBy(ask), daysOf(ask))),
  })
  mount(server, analyticViewRoutes, {
    list: ask => listAnalyticViews(ask.trx, ask.viewer, ask.workspaceId),
    create: ask => createAnalyticView(ask.work, ask.workspaceId, ask.body),
    get: async ({ row }) => row,
    update: ({ work, row, body }) => updateAnalyticView(work, row, body),
    remove: ({ work, row }) => deleteAnalyticView(work, row),
    restore: ({ work, workspaceId, params }) =>
      isUuid(params.analyticViewId)
        ? restoreAnalyticView(work, workspaceId, params.analyticViewId)
        : fail('path.notFound'),
    counted: countKept,
  })
}
