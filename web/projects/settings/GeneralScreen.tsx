import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRow } from '../../data/rows.ts'
import { useHere, useMay } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { DangerRow, DangerZone } from '../../settings/DangerZone.tsx'
import { SavedText } from '../../settings/SavedText.tsx'
import { SavedZone } from '../../settings/SavedZone.tsx'
import { LockedValue, SettingsRow } from '../../settings/SettingsRow.tsx'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { type Project, useSettingsProject } from '../../settings/settingsProject.ts'
import { useAdmins } from '../../shell/admins.ts'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { LogoButton } from '../../ui/LogoButton.tsx'
import { readLogo, writeLogo } from '../../ui/logo/logo.ts'
import { colourOf } from '../Cover.tsx'
import { CoverChoice, sendCover } from '../CoverChoice.tsx'
import { identifierOf, MOST_IN_KEY, useTaken } from '../identifier.ts'
import { ProjectAccess } from '../ProjectAccess.tsx'
import { DeleteProject } from './DeleteProject.tsx'
import { ProjectLead } from './ProjectLead.tsx'
import { archiveProject, changeProject, saveProject } from './projectActs.ts'
import { SavedArea } from './SavedArea.tsx'

const Key = ({ project }: { project: Project }) => {
  const { slug } = useHere()
  const [typed, setTyped] = useState(project.identifier)
  const taken = useTaken(slug, typed === project.identifier ? '' : typed)
  const clean = (text: string) => identifierOf(text, MOST_IN_KEY)
  return (
    <SavedText
      label="Key"
      name="identifier"
      hint={taken?.by ? `${taken.by} has it. ${taken.free} is free.` : `First issue ${typed || 'KEY'}-1`}
      value={project.identifier}
      save={text => saveProject(project, { identifier: clean(text) })}
      maxLength={MOST_IN_KEY}
      required
      autoComplete="off"
      onType={text => setTyped(clean(text))}
    />
  )
}

const Danger = ({ project }: { project: Project }) => {
  const { slug, workspaceId } = useHere()
  const go = useNavigate()
  const mayDo = useMay()
  const [isAsked, setAsked] = useState(false)
  const place = { workspace: workspaceId, project: project.id }
  const archive = async () => {
    if (await archiveProject(project)) void go(to('projects', { slug }))
  }
  return (
    <DangerZone>
      {mayDo('project.archive', project, place) && (
        <DangerRow
          title="Archive the project"
          text="It becomes read-only, and its issues leave lists and search until it is restored."
          label="Archive"
          run={() => void archive()}
        />
      )}
      {mayDo('project.delete', project, place) && (
        <DangerRow
          title="Delete the project"
          text="Its issues, pages, cycles and files are deleted for everyone."
          label="Delete…"
          run={() => setAsked(true)}
        />
      )}
      {isAsked && <DeleteProject project={project} slug={slug} onClose={() => setAsked(false)} />}
    </DangerZone>
  )
}

/** A project's name, access and end. */
export const GeneralScreen = () => {
  const { project, mayEdit } = useSettingsProject()
  if (!project) return null
  return (
    <SettingsScreen title="General">
      {mayEdit ? <Editable project={project} /> : <ReadOnly project={project} />}
    </SettingsScreen>
  )
}

const Editable = ({ project }: { project: Project }) => (
  <>
    <div className="relative mt-3 mb-8">
      <CoverChoice
        cover={project.cover_image_url}
        logo={readLogo(project.logo_props)}
        onFile={file => sendCover(project.id, file)}
        onPick={address =>
          void changeProject(
            project,
            { cover_image: address, cover_image_asset: null },
            { cover_image_url: address },
          )
        }
      />
      <span className="absolute -bottom-6 left-4 rounded-card bg-bg p-1">
        <LogoButton
          label="Project icon"
          logo={readLogo(project.logo_props)}
          tile={colourOf(readLogo(project.logo_props))}
          standIn={<Icon name="smile-plus" size={20} />}
          onPick={logo => void changeProject(project, { logo_props: writeLogo(logo) })}
        />
      </span>
    </div>
    <SavedText
      label="Name"
      name="name"
      value={project.name}
      save={name => saveProject(project, { name })}
      maxLength={255}
      required
      autoComplete="off"
    />
    <Key key={project.identifier} project={project} />
    <SavedArea
      label="Description"
      name="description"
      value={project.description}
      placeholder="What is it for, in a sentence or two"
      save={description => saveProject(project, { description })}
    />
    <SettingsRow label="Who may open it">
      <ProjectAccess
        bare
        value={project.network === 0 ? 0 : 2}
        onChange={network => void changeProject(project, { network })}
      />
    </SettingsRow>
    <ProjectLead project={project} detail="Who is responsible for it" />
    <SavedZone
      name="timezone"
      detail="Its cycles start and end in this zone"
      value={project.timezone}
      save={timezone => saveProject(project, { timezone })}
    />
    <p className="mt-4 text-12 text-ink-3">{`Made on ${shortDay(project.created_at.slice(0, 10), true)}.`}</p>
    <Danger project={project} />
  </>
)

const ReadOnly = ({ project }: { project: Project }) => {
  const lead = useRow('user', project.project_lead)
  const why = `${useAdmins(project.id)} can change it.`
  return (
    <>
      <LockedValue label="Name" why={why}>
        {project.name}
      </LockedValue>
      <LockedValue label="Key" why={why}>
        {project.identifier}
      </LockedValue>
      <LockedValue label="Description" why={why}>
        {project.description || 'None'}
      </LockedValue>
      <LockedValue label="Who may open it" why={why}>
        {project.network === 0 ? 'Private: only the people who are added' : 'Public: everyone but guests'}
      </LockedValue>
      <LockedValue label="Lead" why={why}>
        {lead?.display_name ?? 'No lead'}
      </LockedValue>
      <LockedValue label="Time zone" why={why}>
        {project.timezone}
      </LockedValue>
    </>
  )
}
