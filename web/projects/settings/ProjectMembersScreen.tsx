import { useMemo, useState } from 'react'
import { fold } from '#contract/lists/folding.ts'
import { useRows } from '../../data/rows.ts'
import { useHere } from '../../data/viewer.ts'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { SettingsScreen, SettingsSection } from '../../settings/SettingsScreen.tsx'
import { type Project, useSettingsProject } from '../../settings/settingsProject.ts'
import { useAdmins } from '../../shell/admins.ts'
import { FindField } from '../../shell/list/FindField.tsx'
import { RowsInSight } from '../../shell/list/RowsInSight.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { AddMembers } from './AddMembers.tsx'
import { MemberLine } from './MemberLine.tsx'
import { MemberPicker } from './MemberPicker.tsx'
import { ProjectLead } from './ProjectLead.tsx'
import { changeProject } from './projectActs.ts'

const HEIGHTS = { wide: 36, narrow: 48 }

/** The people of a project, their roles, and the default lead and assignee. */
export const ProjectMembersScreen = () => {
  const { project, mayEdit } = useSettingsProject('projectMember.update')
  const { workspaceId } = useHere()
  const people = useRows('user')
  const inProjects = useRows('project_member')
  const inWorkspace = useRows('workspace_member')
  const admins = useAdmins(project?.id ?? '')
  const [query, setQuery] = useState('')
  const projectId = project?.id
  const all = useMemo(() => {
    const known = new Map(people.map(person => [person.id, person]))
    const roles = new Map(
      inWorkspace.flatMap(row => (row.is_active ? [[row.member_id, row.role] as const] : [])),
    )
    return inProjects
      .filter(row => row.project === projectId && row.is_active)
      .map(row => ({
        id: row.id,
        row,
        person: known.get(row.member) ?? null,
        inWorkspace: roles.get(row.member) ?? row.role,
      }))
      .sort((a, b) => (a.person?.display_name ?? '').localeCompare(b.person?.display_name ?? ''))
  }, [people, inProjects, inWorkspace, projectId])
  if (!project) return null
  const wanted = fold(query.trim())
  const shown = all.filter(({ person }) =>
    fold([person?.display_name, person?.first_name, person?.last_name].join(' ')).includes(wanted),
  )
  return (
    <SettingsScreen
      title="Members"
      count={all.length}
      intro={`Everyone who can open ${project.name}.`}
      controls={<FindField label="Find people" placeholder="Name" value={query} onChange={setQuery} />}
    >
      {mayEdit ? (
        <AddMembers project={project} workspaceId={workspaceId} />
      ) : (
        <p className="mt-2 text-ink-3">{`${admins} can add people and change roles.`}</p>
      )}
      {shown.length === 0 && (
        <EmptyState
          title={`Nobody called ${query.trim()}`}
          actions={
            <Button variant="neutral" size="large" onClick={() => setQuery('')}>
              Clear the search
            </Button>
          }
        >
          {`Searched ${all.length} members.`}
        </EmptyState>
      )}
      <RowsInSight label="People" rows={shown} grows heights={HEIGHTS} className="-mx-2 mt-2">
        {one => <MemberLine {...one} project={project} mayEdit={mayEdit} />}
      </RowsInSight>
      {mayEdit && <Defaults project={project} />}
    </SettingsScreen>
  )
}

const Defaults = ({ project }: { project: Project }) => (
  <SettingsSection title="Defaults">
    <ProjectLead project={project} detail="Who is responsible for the project" />
    <SettingsRow label="Default assignee" detail="For new issues without an assignee">
      <MemberPicker
        label="Default assignee"
        project={project}
        least="project.read"
        none="Nobody"
        value={project.default_assignee}
        onPick={default_assignee => void changeProject(project, { default_assignee })}
      />
    </SettingsRow>
    <SettingsRow low label="Guests see everything" detail="Otherwise only the issues they created">
      <Switch
        checked={project.guest_view_all_features}
        onChange={guest_view_all_features => void changeProject(project, { guest_view_all_features })}
      />
    </SettingsRow>
  </SettingsSection>
)
