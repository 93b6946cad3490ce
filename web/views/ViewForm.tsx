import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FilterField } from '#contract/lists/issueFilters.ts'
import { type View, viewRoutes } from '#contract/planning/views.ts'
import { type BodyOf, call } from '../data/client.ts'
import { useList } from '../data/lists.ts'
import { applyRow, useRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { useFields } from '../forms/useForm.ts'
import { layoutParts } from '../issues/layouts/looks.ts'
import { featuresOf, type ListContext, savedWorkspaceContext, viewContext } from '../issues/view/contexts.ts'
import { Filters } from '../issues/view/Filters.tsx'
import { fromRow, type Look, toRow } from '../issues/view/storedView.ts'
import { ViewControls } from '../issues/view/ViewControls.tsx'
import { useDraftView } from '../issues/view/view.ts'
import type { ViewForm as Given } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { TextArea, TextInput } from '../ui/controls/TextInput.tsx'
import { Icon } from '../ui/icons.tsx'
import { LogoButton } from '../ui/LogoButton.tsx'
import { readLogo, writeLogo } from '../ui/logo/logo.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { viewAddress } from './viewAddress.ts'

type ViewFormProps = { given: Given; onClose: () => void }

const useContextOf = ({ projectId, viewId }: Given): ListContext => {
  const project = useRow('project', projectId)
  const draft = { id: viewId ?? '', is_locked: false }
  return project
    ? viewContext(draft, project.id, featuresOf(project))
    : savedWorkspaceContext(draft, here().workspaceId)
}

const send = async (
  { projectId: p, viewId }: Given,
  body: BodyOf<typeof viewRoutes.create>,
  mutationId: string,
): Promise<View> => {
  const { slug: ws } = here()
  const sent = { body, mutationId }
  const answer = viewId
    ? p
      ? await call(viewRoutes.update, { params: { ws, p, viewId }, ...sent })
      : await call(viewRoutes.updateAcross, { params: { ws, viewId }, ...sent })
    : p
      ? await call(viewRoutes.create, { params: { ws, p }, ...sent })
      : await call(viewRoutes.createAcross, { params: { ws }, ...sent })
  const { is_favorite: _, anchor: __, ...row } = answer.body
  if (answer.isHere()) applyRow('view', row)
  return row
}

const useViewForm = ({ given, onClose }: ViewFormProps) => {
  const go = useNavigate()
  const before = useRow('view', given.viewId)
  const context = useContextOf(given)
  const draft = useDraftView(
    context,
    given.look ? (given.look as Look) : before ? fromRow(before) : { params: {}, hidden: [] },
  )
  const form = useFields({
    body: viewRoutes.create.body,
    begin: () => ({
      name: before?.name ?? given.name ?? '',
      description: before?.description ?? '',
      access: (before?.access ?? 1) as 0 | 1,
      logo_props: before?.logo_props ?? {},
    }),
    send: (values, idOf) => {
      const body = { ...values, ...toRow(draft.look) }
      return send(given, body, idOf(body))
    },
    guarded: true,
    onDone: view => {
      onClose()
      given.onSaved?.()
      void go(viewAddress(view))
    },
  })
  return { before, context, draft, form }
}

const Matching = ({ view }: { view: ReturnType<typeof useDraftView> }) => {
  const { status, total } = useList({ ...view.query, groupBy: null, subGroupBy: null })
  return (
    <span role="status" className="num whitespace-nowrap text-12 text-ink-2">
      {status === 'ready' && `${total.toLocaleString()} ${total === 1 ? 'issue' : 'issues'}`}
    </span>
  )
}

/** A new view's access is chosen here; later it is an act of its own. */
const WhoSees = ({
  value,
  isOfProject,
  onChange,
}: {
  value: 0 | 1
  isOfProject: boolean
  onChange: (access: 0 | 1) => void
}) => (
  <div>
    <span className="mb-1.5 block font-medium">Shown to</span>
    <Segmented
      label="Shown to"
      className="w-fit"
      parts={[
        { id: '1', label: `Everyone in the ${isOfProject ? 'project' : 'workspace'}` },
        { id: '0', label: 'Only you' },
      ]}
      value={String(value) as '0' | '1'}
      onChange={next => onChange(next === '1' ? 1 : 0)}
    />
  </div>
)

/** Keeps filters and display of a list under a name, or changes what was kept. */
export const ViewForm = (props: ViewFormProps) => {
  const { given, onClose } = props
  const { before, context, draft, form } = useViewForm(props)
  const [filtering, setFiltering] = useState<FilterField | boolean>(false)
  const { name, logo_props, access } = form.values
  const hasFilters = Object.keys(draft.query.filters).length > 0
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={before ? 'Edit view' : 'New view'}
      wide
      sheet
    >
      <form {...form.props} className="flex flex-1 flex-col gap-4">
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        <div className="flex items-start gap-2">
          <div className="mt-6.5 flex-none">
            <LogoButton
              label="View icon"
              logo={readLogo(logo_props)}
              standIn={
                <Icon name={layoutParts.find(part => part.id === draft.layout)?.icon ?? 'layers'} size={20} />
              }
              onPick={logo => form.set({ logo_props: writeLogo(logo) })}
            />
          </div>
          <div className="min-w-0 flex-1">
            <Field label="Name" error={form.errors.name}>
              <TextInput {...form.input('name')} placeholder="What it shows, in a few words" autoFocus />
            </Field>
          </div>
        </div>
        <Field label="Description" error={form.errors.description}>
          <TextArea {...form.input('description')} rows={2} placeholder="Shown instead of its filters" />
        </Field>
        {!before && (
          <WhoSees
            value={access}
            isOfProject={given.projectId !== null}
            onChange={next => form.set({ access: next })}
          />
        )}
        <div>
          <div className="mb-1.5 flex items-center gap-1">
            <span className="flex-1 font-medium">Issues</span>
            <Matching view={draft} />
            <Segmented
              label="Layout"
              className="ml-2 max-md:hidden"
              parts={layoutParts.map(({ keys: _, ...part }) => part)}
              value={draft.layout}
              onChange={layout => draft.change({ layout })}
            />
            <ViewControls
              context={context}
              view={draft}
              onLayout={layout => draft.change({ layout })}
              onFilter={() => setFiltering(true)}
            />
          </div>
          <div className="min-h-10 rounded-control bg-sunken shadow-[inset_0_0_0_1px_var(--edge)]">
            {!hasFilters && !filtering && (
              <p className="px-4 py-2.5 text-ink-2">
                {given.projectId ? 'All project issues' : 'All issues of your projects'}
              </p>
            )}
            <Filters
              context={context}
              query={draft.query}
              change={draft.change}
              open={filtering}
              onOpenChange={setFiltering}
            />
          </div>
        </div>
        <div className="-mx-6 -mb-4 mt-auto flex h-14 flex-none items-center justify-end gap-2 bg-sunken px-6">
          <Button type="button" onClick={onClose} className="max-md:h-11">
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            keys="mod+enter"
            busy={form.isBusy}
            disabled={!name.trim()}
            className="max-md:h-11"
          >
            {before ? 'Save view' : 'Create view'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
