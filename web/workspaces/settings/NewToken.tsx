import { useState } from 'react'
import type { z } from 'zod'
import { type ApiToken, apiTokenRoutes } from '#contract/people/apiTokens.ts'
import { projectLook } from '../../data/projectLook.ts'
import { useRows } from '../../data/rows.ts'
import { useForm } from '../../forms/useForm.ts'
import { useProjectsFor } from '../../issues/fields/ProjectChoice.tsx'
import { projectOption } from '../../issues/fields/projectOption.tsx'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { dayText, fullDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { granting, scopesOf, TokenScopes } from './TokenScopes.tsx'

export type Token = z.infer<typeof ApiToken.schema>
export type MadeToken = Token & { token: string }

const spans = [
  { id: 'week', label: '1 week', days: 7 },
  { id: 'month', label: '1 month', days: 30 },
  { id: 'quarter', label: '3 months', days: 91 },
  { id: 'year', label: '1 year', days: 365 },
  { id: 'custom', label: 'On a date', days: 0 },
  { id: 'never', label: 'Never', days: 0 },
] as const
type Span = (typeof spans)[number]['id']

const dayIn = (days: number) => dayText(new Date(Date.now() + days * 86_400_000))

/** The name of the projects that a token is limited to. */
export const useProjectNames = () => {
  const projects = useRows('project')
  return (ids: readonly string[]) =>
    ids.length > 1
      ? `${ids.length} projects`
      : (projects.find(({ id }) => id === ids[0])?.name ?? 'a project that you have left')
}

type WhereProps = { value: readonly string[]; onChange: (ids: readonly string[]) => void }

/** All projects that its owner is in, or the chosen ones alone. */
const Where = ({ value, onChange }: WhereProps) => {
  const projects = useProjectsFor('project.read')
  const nameOf = useProjectNames()
  const chosen = projects.filter(({ id }) => value.includes(id))
  return (
    <Picker
      label="Projects"
      multiple
      value={value}
      options={projects.map(projectOption)}
      onPick={onChange}
      empty="You are in no project yet"
    >
      <Button className="-ml-2 text-ink max-md:h-11">
        {chosen.slice(0, 3).map(project => (
          <ProjectTile key={project.id} project={projectLook(project)} />
        ))}
        <span className="cut">{value.length === 0 ? 'All my projects' : `${nameOf(value)} only`}</span>
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </Button>
    </Picker>
  )
}

type NewTokenProps = { slug: string; onMade: (token: MadeToken) => void; onClose: () => void }

/** The form of a new token, above the others. */
export const NewToken = ({ slug, onMade, onClose }: NewTokenProps) => {
  const [span, setSpan] = useState<Span>('quarter')
  const [grants, setGrants] = useState(() => granting('none'))
  useKeys({ esc: { run: onClose, label: 'Cancel the new token', always: true } })
  const form = useForm(apiTokenRoutes.create, {
    params: { ws: slug },
    begin: () => ({
      label: '',
      expired_at: dayIn(91) as string | null,
      projects: [] as string[] | null,
    }),
    sent: ({ label, expired_at, projects }) => ({
      label,
      expired_at,
      scopes: scopesOf(grants),
      projects: projects?.length ? projects : null,
    }),
    onDone: onMade,
  })
  const { expired_at } = form.values
  const choose = (next: Span) => {
    setSpan(next)
    const days = spans.find(one => one.id === next)?.days ?? 0
    form.set({ expired_at: next === 'never' ? null : dayIn(days || 1) })
  }
  const isNothing = scopesOf(grants).length === 0
  return (
    <section
      aria-label="New token"
      className="mt-4 rounded-card bg-sunken px-4 pt-0.5 pb-4 shadow-[inset_0_0_0_1px_var(--edge)]"
    >
      <form {...form.props}>
        <SettingsRow label="Name" error={form.errors.label ?? form.general}>
          <TextInput {...form.input('label')} required autoFocus autoComplete="off" />
        </SettingsRow>
        <div className="[&>div]:max-md:grid-cols-1!">
          <SettingsRow
            label="Expires"
            low
            detail={
              <span role="status">
                {expired_at
                  ? `On ${fullDay(expired_at)}, at the end of the day`
                  : 'Works until you delete it'}
              </span>
            }
            error={form.errors.expired_at}
          >
            <Segmented
              label="Expires"
              className="w-fit max-w-full flex-wrap!"
              parts={spans.map(({ id, label }) => ({ id, label }))}
              value={span}
              onChange={choose}
            />
            {span === 'custom' && (
              <TextInput
                type="date"
                aria-label="Until"
                className="mt-2"
                min={dayIn(1)}
                required
                value={expired_at ?? ''}
                onChange={event => form.set({ expired_at: event.target.value })}
              />
            )}
          </SettingsRow>
        </div>
        <TokenScopes value={grants} onChange={setGrants} />
        <SettingsRow label="Where" low error={form.errors.projects}>
          <Where
            value={form.values.projects ?? []}
            onChange={projects => form.set({ projects: [...projects] })}
          />
        </SettingsRow>
        <div className="mt-4 flex items-center justify-end gap-2">
          {isNothing && (
            <p className="mr-auto text-12 text-ink-3">Choose at least one thing that it can do.</p>
          )}
          <Button keys="esc" onClick={onClose} className="max-md:h-11">
            Cancel
          </Button>
          <Button
            variant="primary"
            keys="mod+enter"
            busy={form.isBusy}
            disabled={isNothing}
            onClick={form.submit}
            className="max-md:h-11"
          >
            Create token
          </Button>
        </div>
      </form>
    </section>
  )
}
