import { v5 } from 'uuid'
import { Intake } from '#contract/work/intake.ts'
import { locked } from '../../db/locked.ts'
import { insert } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

type Project = { id: string; workspace: string; name: string }

const NAMESPACE = '6d0c8f0e-3a51-4b39-9a53-3c1f0b7f5e42'

/** Told by the project, so that settings which are answered before anything is stored have the id that the row will have. */
export const idOfDefault = (projectId: string) => v5(projectId, NAMESPACE)

/** The name, or where somebody has taken it the name with the next number that is free. */
const freeName = (name: string, taken: readonly string[]): string => {
  let free = name
  for (let nth = 2; taken.includes(free); nth++) free = `${name} ${nth}`
  return free
}

/** The intake that a project's issues come to; made with its settings as usual where there is none. Under the project's lock. */
export const defaultOf = async (work: Work, { id, workspace, name }: Project): Promise<Intake> => {
  const all = await locked(work, Intake, { project: id })
  const intake = all.find(one => one.is_default)
  return (
    intake ??
    insert(work, Intake, {
      id: idOfDefault(id),
      name: freeName(
        `${name} Intake`,
        all.map(one => one.name),
      ),
      is_default: true,
      project: id,
      workspace,
    })
  )
}

/** A project that uses the intake has one. Under the project's lock. */
export const beginIntake = async (work: Work, project: Project & { intake_view: boolean }): Promise<void> => {
  if (project.intake_view) await defaultOf(work, project)
}
