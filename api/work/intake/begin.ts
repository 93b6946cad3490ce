import { Intake } from '#contract/work/intake.ts'
import { State } from '#contract/work/states.ts'
import { insert } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

type Project = { id: string; workspace: string; name: string; intake_view: boolean }

const TRIAGE = { name: 'Triage', color: '#ff7700', group: 'triage', sequence: 0, default: false }

/** A project that uses the intake has one, and the hidden state in which issues wait there. Under the project's lock. */
export const beginIntake = async (work: Work, project: Project): Promise<void> => {
  if (!project.intake_view) return
  const { id, workspace, name } = project
  const state = await work
    .trx('states')
    .where({ project_id: id, group: 'triage' })
    .whereNull('deleted_at')
    .first('id')
  if (!state) await insert(work, State, { ...TRIAGE, project_id: id, workspace_id: workspace })
  const intake = await work
    .trx('intakes')
    .where({ project: id, is_default: true })
    .whereNull('deleted_at')
    .first('id')
  if (!intake)
    await insert(work, Intake, { name: `${name} Intake`, is_default: true, project: id, workspace })
}
