/** How far the rule of a project's cycles has come, by days. Nobody sees it, so it is beside the log. */
import type { Work } from '../../db/work.ts'

const paces = (work: Work, project: string) => work.trx('cycle_pace').where({ project })

/**
 * Begins a pace: nothing is made yet. Open issues of cycles that end from now on are moved, or as before where the rule
 * is on already.
 */
export const beginPace = async (work: Work, project: string, yesterday: string, wasOn: boolean) => {
  await work
    .trx('cycle_pace')
    .insert({ project, made_to: yesterday, rest_to: yesterday })
    .onConflict('project')
    .merge(wasOn ? ['made_to'] : ['made_to', 'rest_to'])
}

export const paceOf = async (work: Work, project: string) =>
  await paces(work, project).first<{ made_to: string; rest_to: string }>('made_to', 'rest_to')

/** The last day of the last cycle that was made, or the day up to which what is left of cycles has been seen to. */
export const setPace = async (work: Work, project: string, to: { made_to?: string; rest_to?: string }) => {
  await paces(work, project).update(to)
}
