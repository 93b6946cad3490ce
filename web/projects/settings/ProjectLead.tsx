import { SettingsRow } from '../../settings/SettingsRow.tsx'
import type { Project } from '../../settings/settingsProject.ts'
import { MemberPicker } from './MemberPicker.tsx'
import { changeProject } from './projectActs.ts'

/** Chooses who is responsible for a project. */
export const ProjectLead = ({ project, detail }: { project: Project; detail: string }) => (
  <SettingsRow label="Lead" detail={detail}>
    <MemberPicker
      label="Lead"
      project={project}
      least="project.lead"
      none="No lead"
      value={project.project_lead}
      onPick={project_lead => void changeProject(project, { project_lead })}
    />
  </SettingsRow>
)
