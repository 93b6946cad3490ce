import { type Module, moduleRoutes } from '#contract/planning/modules.ts'
import { call } from '../../data/client.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { here } from '../../data/viewer.ts'
import { useFields } from '../../forms/useForm.ts'
import { peopleOf } from '../../issues/fields/projectRows.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea, TextInput } from '../../ui/controls/TextInput.tsx'
import { DayField } from '../../ui/dates/DayField.tsx'
import { Avatar, AvatarStack } from '../../ui/marks/Avatar.tsx'
import { PlanForm, usePlanProject } from '../PlanForm.tsx'
import { LeadPicker, MembersPicker, StatusPicker } from './ModulePickers.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { type ModuleStatus, statusNames } from './moduleRows.ts'

type ModuleFormProps = {
  projectId: string
  module?: Module | null
  status?: ModuleStatus
  onClose: () => void
}

const useModuleForm = ({ projectId: given, module, status, onClose }: ModuleFormProps) => {
  const { projectId, offer, tell } = usePlanProject(given, 'module', module != null)
  const params = { ws: here().slug, p: projectId }
  const form = useFields({
    begin: () => ({
      name: module?.name ?? '',
      description: module?.description ?? '',
      start_date: module?.start_date ?? null,
      target_date: module?.target_date ?? null,
      status: module?.status ?? status ?? ('planned' as ModuleStatus),
      lead_id: module?.lead_id ?? null,
      member_ids: module?.member_ids ?? [],
    }),
    body: moduleRoutes.create.body,
    guarded: true,
    send: async (body, idOf) => {
      const given = { body, mutationId: idOf([params, body]) }
      if (module) await call(moduleRoutes.update, { params: { ...params, moduleId: module.id }, ...given })
      else tell((await call(moduleRoutes.create, { params, ...given })).body)
    },
    onDone: onClose,
  })
  const { lead_id, member_ids } = form.values
  const choice = offer && {
    ...offer,
    onChange: (id: string) => {
      offer.onChange(id)
      const there = new Set(peopleOf.of(id).map(person => person.id))
      form.set({
        lead_id: lead_id && there.has(lead_id) ? lead_id : null,
        member_ids: member_ids.filter(person => there.has(person)),
      })
    },
  }
  return { form, projectId, offer: choice }
}

/** The form of a new module, or of an existing one: name, members, dates. */
export const ModuleForm = (props: ModuleFormProps) => {
  const { module, onClose } = props
  const { form, projectId, offer } = useModuleForm(props)
  const { start_date, target_date, status, lead_id, member_ids } = form.values
  const lead = useRow('user', lead_id)
  const members = useRowsOf('user', member_ids)
  const isTurned = Boolean(start_date && target_date && target_date < start_date)
  return (
    <PlanForm
      projectId={projectId}
      offer={offer}
      title={module ? 'Edit module' : 'New module'}
      form={form}
      action={module ? 'Save changes' : 'Create module'}
      disabled={isTurned}
      onClose={onClose}
    >
      <Field label="Name" error={form.errors.name}>
        <TextInput {...form.input('name')} />
      </Field>
      <Field label="Description" error={form.errors.description}>
        <TextArea {...form.input('description')} rows={2} placeholder="What will be there when it is done?" />
      </Field>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Field label="Starts" error={form.errors.start_date}>
          <DayField
            name="start_date"
            value={start_date}
            invalid={isTurned}
            placeholder="mon, 16 dec"
            onChange={day => form.set({ start_date: day })}
          />
        </Field>
        <Field
          label="Due"
          error={isTurned ? 'The due date is before the start date.' : form.errors.target_date}
        >
          <DayField
            name="target_date"
            value={target_date}
            invalid={isTurned}
            placeholder="in 2m, 29 jan"
            onChange={day => form.set({ target_date: day })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <StatusPicker value={status} onPick={next => form.set({ status: next })}>
          <Button variant="neutral" className="max-md:h-11">
            <ModuleStatusIcon status={status} />
            {statusNames[status]}
          </Button>
        </StatusPicker>
        <LeadPicker projectId={projectId} value={lead_id} onPick={next => form.set({ lead_id: next })}>
          <Button variant="neutral" className="max-md:h-11">
            <Avatar person={lead} silent />
            {lead?.display_name ?? 'Lead'}
          </Button>
        </LeadPicker>
        <MembersPicker
          projectId={projectId}
          value={member_ids}
          onPick={next => form.set({ member_ids: next })}
        >
          <Button
            variant="neutral"
            icon={members.length === 0 ? 'users-round' : undefined}
            className="max-md:h-11"
          >
            {members.length > 0 && <AvatarStack people={members} max={3} apart />}
            {members.length === 0
              ? 'Members'
              : members.length === 1
                ? members[0]?.display_name
                : `${members.length} members`}
          </Button>
        </MembersPicker>
      </div>
    </PlanForm>
  )
}
