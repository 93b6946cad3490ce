import { useMemo, useState } from 'react'
import { type Cycle, cycleRoutes } from '#contract/planning/cycles.ts'
import { nextName } from '#contract/planning/cyclesAhead.ts'
import { call } from '../../data/client.ts'
import { useDayIn } from '../../data/clock.ts'
import { useMade, useRow } from '../../data/rows.ts'
import { here } from '../../data/viewer.ts'
import { useFields } from '../../forms/useForm.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea, TextInput } from '../../ui/controls/TextInput.tsx'
import { DayField } from '../../ui/dates/DayField.tsx'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import { Icon } from '../../ui/icons.tsx'
import { PlanForm, usePlanProject } from '../PlanForm.tsx'
import {
  clashesOf,
  clashWords,
  freeStart,
  lengthOf,
  takenBy,
  usualWeeks,
  weeksFrom,
  weeksOf,
  workingDays,
} from './cycleRange.ts'
import { cyclesOf } from './cycleRows.ts'
import { RangeCalendar } from './RangeCalendar.tsx'

type CycleFormProps = { projectId: string; cycle?: Cycle | null; start?: string; onClose: () => void }

const PRESETS = [1, 2, 3, 4]

const useCycleForm = ({ projectId: given, cycle, start, onClose }: CycleFormProps) => {
  const { projectId, offer, tell } = usePlanProject(given, 'cycle', cycle != null)
  const known = useMade(cyclesOf, projectId)
  const [all, setAll] = useState(known)
  const taken = useMemo(() => takenBy(all, cycle?.id ?? null), [all, cycle])
  const params = { ws: here().slug, p: projectId }
  const form = useFields({
    begin: () => {
      const range = start ? weeksFrom(start, usualWeeks(taken)) : null
      return {
        name: cycle?.name ?? nextName(all),
        description: cycle?.description ?? '',
        start_date: cycle?.start_date ?? range?.start ?? null,
        end_date: cycle?.end_date ?? range?.end ?? null,
      }
    },
    body: cycleRoutes.create.body,
    guarded: true,
    send: async (body, idOf) => {
      const given = { body, mutationId: idOf([params, body]) }
      if (cycle) await call(cycleRoutes.update, { params: { ...params, cycleId: cycle.id }, ...given })
      else tell((await call(cycleRoutes.create, { params, ...given })).body)
    },
    onDone: onClose,
  })
  // Others plan meanwhile. While it is being sent its own cycle may come before the answer, and takes no days from it.
  if (all !== known && !form.isBusy) setAll(known)
  const [proposed, propose] = useState(() => nextName(all))
  const choice = offer && {
    ...offer,
    onChange: (id: string) => {
      offer.onChange(id)
      // A name that was only proposed is the next one there.
      if (form.values.name !== proposed) return
      const name = nextName(cyclesOf.of(id))
      propose(name)
      form.set({ name })
    },
  }
  return { form, taken, projectId, offer: choice, proposed: cycle ? null : proposed }
}

/** A new cycle, or another name and other dates of one: whether its days are free is reported while they are chosen. */
export const CycleForm = (props: CycleFormProps) => {
  const { cycle, onClose } = props
  const { form, taken, projectId, offer, proposed } = useCycleForm(props)
  const project = useRow('project', projectId)
  const today = useDayIn(project?.timezone ?? 'UTC')
  const { start_date: start, end_date: end } = form.values
  const range = start && end && start <= end ? { start, end } : null
  const clashes = range ? clashesOf(range, taken) : []
  const isTurned = Boolean(start && end && end < start)
  const isOver = Boolean(range && range.end < today && range.end !== cycle?.end_date)
  const isHalf = Boolean(start) !== Boolean(end)
  const usual = usualWeeks(taken)
  const free = range && clashes.length > 0 ? freeStart(range.start, lengthOf(range), taken) : null
  const nextFree = freeStart(start ?? today, 7 * usual, taken)
  const set = (next: { start: string; end: string } | null) =>
    form.set({ start_date: next?.start ?? null, end_date: next?.end ?? null })
  const mistake = isTurned
    ? 'The end is before the start.'
    : clashes.length > 0
      ? clashWords(clashes)
      : isOver
        ? 'These days are in the past.'
        : (form.errors.start_date ?? form.errors.end_date ?? null)
  return (
    <PlanForm
      projectId={projectId}
      offer={offer}
      title={cycle ? 'Edit cycle' : 'New cycle'}
      form={form}
      action={cycle ? 'Save changes' : 'Create cycle'}
      disabled={isTurned || isHalf || isOver || clashes.length > 0}
      onClose={onClose}
    >
      <Field label="Name" error={form.errors.name}>
        {/* The first key replaces a name that is only proposed. */}
        <TextInput
          {...form.input('name')}
          onFocus={({ target }) => target.value === proposed && target.select()}
        />
      </Field>
      <Field label="Goal" error={form.errors.description}>
        <TextArea {...form.input('description')} rows={1} placeholder="What should be true at the end?" />
      </Field>
      <div>
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <Field label="Starts">
            <DayField
              name="start_date"
              value={start}
              invalid={mistake !== null}
              placeholder="mon, 16 dec"
              onChange={day => form.set({ start_date: day })}
            />
          </Field>
          <Field label="Ends">
            <DayField
              name="end_date"
              value={end}
              invalid={mistake !== null}
              placeholder="in 2w, 29 dec"
              onChange={day => form.set({ end_date: day })}
              aside={range && `${dayWords(dayNumber(range.end), 'EEE')}, ${workingDays(range)} working days`}
            />
          </Field>
        </div>
        <div className="mt-2 flex min-h-5 flex-wrap items-center gap-1.5 text-12">
          <span role="alert" className="flex items-center gap-1.5 text-danger">
            {mistake && (
              <>
                <Icon name="triangle-alert" size={14} />
                {mistake}
              </>
            )}
          </span>
          {!mistake && (
            <span className="num text-ink-3">
              {isHalf
                ? 'A cycle has both dates, or neither.'
                : range
                  ? `${workingDays(range)} working days`
                  : 'Without dates, it is a draft.'}
            </span>
          )}
          {free && range && (
            <button
              type="button"
              className="ml-auto flex-none rounded-tag font-medium text-accent-text hover:underline"
              onClick={() => {
                const moved = weeksFrom(free, weeksOf(range))
                const fits = clashesOf(moved, taken).length === 0
                set(fits ? moved : { start: free, end: free })
              }}
            >
              Start on {dayWords(dayNumber(free), 'EEE d MMMM')}
            </button>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {PRESETS.map(weeks => (
          <Button
            key={weeks}
            variant="neutral"
            size="small"
            className="max-md:h-11"
            onClick={() => set(weeksFrom(start ?? nextFree, weeks))}
          >
            {weeks === 1 ? '1 week' : `${weeks} weeks`}
            {weeks === usual && taken.length > 0 ? ', as usual' : ''}
          </Button>
        ))}
        {(start || end) && (
          <Button size="small" className="ml-auto max-md:h-11" onClick={() => set(null)}>
            No dates, keep as a draft
          </Button>
        )}
      </div>
      <RangeCalendar
        start={start}
        end={end}
        taken={taken}
        clashes={clashes}
        today={today}
        onPick={(from, until) => form.set({ start_date: from, end_date: until })}
      />
    </PlanForm>
  )
}
