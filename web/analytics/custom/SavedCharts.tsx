/** Charts that the workspace keeps: found, followed, changed and put away. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AnalyticView, analyticViewRoutes } from '#contract/planning/analyticViews.ts'
import { call } from '../../data/client.ts'
import { lifeOf } from '../../data/life.ts'
import { mutate } from '../../data/mutate.ts'
import { applyRow, useRow, useRows } from '../../data/rows.ts'
import { here, useHere, useMay } from '../../data/viewer.ts'
import { useFields } from '../../forms/useForm.ts'
import { to } from '../../places/address.ts'
import { HeaderButton } from '../../shell/Header.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { useSteady } from '../../ui/useSteady.ts'
import type { Terms } from '../terms.ts'
import { chartWords, isSameChart, keptId, keptWords, openChart, wordsOfKept } from './choice.ts'

/** The kept chart that the address names; null where there is none, or none any more. */
export const useKeptChart = ({ words }: Terms): AnalyticView | null => {
  const { workspaceId } = useHere()
  const row = useRow('analytic_view', keptId(words))
  return row?.workspace === workspaceId ? row : null
}

const params = (view: AnalyticView) => ({ ws: here().slug, analyticViewId: view.id })
const given = (view: AnalyticView) => ({
  entity: 'analytic_view' as const,
  id: view.id,
  params: params(view),
})

const life = lifeOf({
  entity: 'analytic_view',
  noun: 'chart',
  nameOf: ({ name }) => name,
  params,
  routes: () => analyticViewRoutes,
})
const deleteChart = (view: AnalyticView) => life.removeAll([view])

const useRights = () => {
  const { workspaceId } = useHere()
  const mayDo = useMay()
  const place = { workspace: workspaceId }
  return {
    mayCreate: mayDo('analyticView.create', {}, place),
    mayUpdate: mayDo('analyticView.update', {}, place),
    mayDelete: mayDo('analyticView.delete', {}, place),
  }
}

type Words = Readonly<Record<string, string>>
type ChartProps = {
  /** The words of the address; with the id alone it follows the kept chart. */
  address: Terms
  /** The chart as it is shown. */
  terms: Terms
  kept: AnalyticView | null
}

/** All kept charts, and the actions on the shown one. */
export const SavedCharts = ({ address, terms, kept }: ChartProps) => {
  const { workspaceId } = useHere()
  const [naming, setNaming] = useState(false)
  const { mayUpdate, mayDelete } = useRights()
  const charts = useRows('analytic_view')
    .filter(one => one.workspace === workspaceId)
    .toSorted((a, b) => a.name.localeCompare(b.name))
  if (charts.length === 0) return null
  return (
    <>
      <Menu
        align="end"
        entries={[
          ...charts.map(one => ({
            id: one.id,
            label: one.name,
            checked: one.id === kept?.id,
            run: () => openChart(address, one.id === kept?.id ? null : one.id),
          })),
          ...(kept && (mayUpdate || mayDelete) ? [{ id: 'rule', rule: true as const }] : []),
          ...(kept && mayUpdate
            ? [
                {
                  id: 'rename',
                  label: 'Rename…',
                  icon: 'pencil' as const,
                  run: () => setNaming(true),
                },
              ]
            : []),
          ...(kept && mayDelete
            ? [
                {
                  id: 'delete',
                  label: `Delete ${kept.name}`,
                  icon: 'trash-2' as const,
                  danger: true,
                  run: () => {
                    openChart(address, null)
                    deleteChart(kept)
                  },
                },
              ]
            : []),
        ]}
      >
        <HeaderButton icon="bookmark" on={kept !== null}>
          <span className="cut inline-block max-w-40 align-bottom">{kept?.name ?? 'Saved charts'}</span>
        </HeaderButton>
      </Menu>
      {naming && kept && <NameChart {...{ address, terms, kept }} onClose={() => setNaming(false)} />}
    </>
  )
}

/** Keeps the chart as it is now, new or in place of the kept one. `within`: its scope, in words. */
export const SaveChart = ({ address, terms, kept, within }: ChartProps & { within: Words }) => {
  const [isNaming, setNaming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { mayCreate, mayUpdate } = useRights()
  const now = chartWords(terms.words)
  const settle = useSteady((view: AnalyticView, saved: Record<string, string>) => {
    // Further changes made meanwhile stay.
    if (isSameChart(chartWords(terms.words), saved)) openChart(address, view.id)
  })
  if (kept && isSameChart(now, keptWords(kept))) return null
  const update = async (view: AnalyticView) => {
    setBusy(true)
    const saved = await mutate({
      ...given(view),
      route: analyticViewRoutes.update,
      patch: { query_dict: now },
      body: { query_dict: now },
      failure: 'The chart was not changed.',
    })
    setBusy(false)
    if (saved !== undefined) settle(view, now)
  }
  return (
    <>
      {kept && (
        <Button size="small" onClick={() => openChart(address, kept.id)} className="max-md:h-8">
          Discard
        </Button>
      )}
      {mayCreate && (
        <Button
          size="small"
          variant={kept && mayUpdate ? 'quiet' : 'neutral'}
          onClick={() => setNaming(true)}
          className="max-md:h-8"
        >
          {kept ? 'Save as new' : 'Save chart'}
        </Button>
      )}
      {kept && mayUpdate && (
        <Button
          size="small"
          variant="neutral"
          busy={isBusy}
          onClick={() => void update(kept)}
          className="max-md:h-8"
        >
          Save changes
        </Button>
      )}
      {isNaming && <NameChart {...{ address, terms, within }} kept={null} onClose={() => setNaming(false)} />}
    </>
  )
}

type NameChartProps = ChartProps & { within?: Words; onClose: () => void }

const NameChart = ({ address, terms, kept, within = {}, onClose }: NameChartProps) => {
  const go = useNavigate()
  // A chart of a project, cycle or module is kept with that as a filter, among those of the workspace.
  const isPart = Object.keys(within).length > 0
  const form = useFields({
    body: analyticViewRoutes.create.body,
    begin: () => ({ name: kept?.name ?? '' }),
    send: async ({ name }) => {
      const answer = kept
        ? await call(analyticViewRoutes.update, { params: params(kept), body: { name } })
        : await call(analyticViewRoutes.create, {
            params: { ws: here().slug },
            body: { name, query_dict: chartWords({ ...terms.words, ...within }) },
          })
      if (answer.isHere()) applyRow('analytic_view', answer.body)
      return answer.body
    },
    onDone: view => {
      onClose()
      if (isPart)
        toast.fact(
          `${view.name} is saved with the workspace’s charts.`,
          () =>
            void go(`${to('analytics', { slug: here().slug })}?${new URLSearchParams(wordsOfKept(view.id))}`),
        )
      else if (!kept) openChart(address, view.id)
    },
  })
  return (
    <Dialog open onOpenChange={open => open || onClose()} title={kept ? 'Rename chart' : 'Save chart'}>
      <form {...form.props} className="flex flex-col gap-4">
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        <Field label="Name" error={form.errors.name}>
          <TextInput {...form.input('name')} placeholder="What it shows, in a few words" autoFocus />
        </Field>
        <p className="text-ink-2">Everyone in the workspace except guests can find it under this name.</p>
        <div className="flex justify-end gap-2">
          <Answers onCancel={onClose} type="submit" busy={form.isBusy} disabled={!form.values.name.trim()}>
            {kept ? 'Rename' : 'Save'}
          </Answers>
        </div>
      </form>
    </Dialog>
  )
}
