import { messageOf } from '#contract/messageOf.ts'
import { analyticsRoutes } from '#contract/planning/analytics.ts'
import { insightRoutes } from '#contract/planning/insights.ts'
import { call } from '../data/client.ts'
import { useClock, useFirstWeekday } from '../data/clock.ts'
import { useSession } from '../data/session.ts'
import { here } from '../data/viewer.ts'
import { HeaderButton } from '../shell/Header.tsx'
import { download } from '../ui/download.ts'
import { Menu } from '../ui/popups/Menu.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { choiceOf } from './custom/choice.ts'
import type { Meant } from './scopes.ts'
import type { Span } from './spans.ts'
import { type Section, sectionNames, type Terms } from './terms.ts'

type CsvControlProps = { section: Section; meant: Meant; span: Span; terms: Terms }

const fileOf = { scope: insightRoutes.scopeFile, flow: insightRoutes.flowFile } as const

/** The shown figures as a CSV file: at once, and for custom charts by mail too where the server sends any. */
export const CsvControl = ({ section, meant, span, terms }: CsvControlProps) => {
  const { today } = useClock()
  const first = useFirstWeekday()
  const mails = useSession().instance?.config.is_smtp_configured
  const { x, split, measure } = choiceOf(terms.words)
  const axes = { x_axis: x, ...(split ? { segment: split } : {}) }
  const save = async () => {
    const params = { ws: here().slug }
    const days = { from: span.from, to: span.to, week_begins: `${first}` as const }
    try {
      const { body } =
        section === 'custom'
          ? await call(insightRoutes.chartFile, { params, query: { ...meant.words, ...axes } })
          : await call(fileOf[section], { params, query: { ...meant.words, ...days } })
      const of = meant.scope.in === 'workspace' ? '' : ` of ${meant.scope.name}`
      // Reading the answer as text drops the byte order mark by which spreadsheets know the encoding.
      download(
        `Analytics${of}, ${sectionNames[section].toLowerCase()} ${today}.csv`,
        'text/csv',
        `\uFEFF${body}`,
      )
    } catch (failure) {
      toast.failure(`The figures were not downloaded. ${messageOf(failure)}`)
    }
  }
  const mail = async () => {
    try {
      const { body } = await call(analyticsRoutes.export, {
        params: { ws: here().slug },
        body: { ...meant.words, ...axes, y_axis: measure },
      })
      toast.fact(body.message)
    } catch (failure) {
      toast.failure(`The figures were not sent. ${messageOf(failure)}`)
    }
  }
  if (section !== 'custom' || !mails)
    return (
      <HeaderButton icon="download" onClick={() => void save()}>
        CSV
      </HeaderButton>
    )
  return (
    <Menu
      align="end"
      entries={[
        { id: 'download', label: 'Download', icon: 'download', run: () => void save() },
        { id: 'mail', label: 'Send by mail', icon: 'mail', run: () => void mail() },
      ]}
    >
      <HeaderButton icon="download">CSV</HeaderButton>
    </Menu>
  )
}
