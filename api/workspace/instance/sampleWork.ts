/** Plays ten weeks of the story day by day: issues are written down, planned, begun, reviewed, done and talked about. */

import { must } from '#contract/errors.ts'
import { Issue } from '#contract/work/issues.ts'
import type { Db } from '../../db/knex.ts'
import { locked } from '../../db/locked.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { inWorks, type Work } from '../../db/work.ts'
import { createComment, lockIssue } from '../../work/comments/comment.service.ts'
import { createIssue, updateIssues } from '../../work/issues/issue.service.ts'
import { type addPlans, dayFrom, type Ids, type Place } from './samplePlans.ts'
import { saidHtml } from './sampleShown.ts'
import { instantOf, LAST_DAY, type Lived, livesOf, workday } from './story/days.ts'
import { descriptions, talk } from './story/texts.ts'
import { issuesOf, type ProjectStory } from './story/told.ts'

export type Told = { story: ProjectStory; place: Place; plans: Awaited<ReturnType<typeof addPlans>> }
type Telling = Told & { life: Lived; nth: number }
type Act = { who: string; act: (work: Work) => Promise<unknown> }

const SORT_STEP = 10_000
const WEEK_MS = 7 * 86_400_000

const find = (ids: Ids, name: string) => must(ids.get(name), `“${name}” of the story`)

const cycleOf = ({ plans, life: { told } }: Telling) =>
  must(
    plans.cycles.find(({ name }) => name === told.cycle),
    `the cycle of “${told.name}”`,
  ).id

/** Acts of one transaction, of which each lot waits for the one before; one that fails undoes them all. */
const inTurns = <A extends Act>(lots: readonly (readonly A[])[]): A[] => {
  let before: Promise<unknown> = Promise.resolve()
  return lots.flatMap(lot => {
    const turn = before
    const ends = lot.map(() => Promise.withResolvers<void>())
    before = Promise.all(ends.map(({ promise }) => promise))
    return lot.map((one, nth) => ({
      ...one,
      act: async (work: Work) => {
        await turn
        return one.act(work).finally(ends[nth]!.resolve)
      },
    }))
  })
}

const tellingsOf = (told: Told): Telling[] => {
  const { story } = told
  const lives = livesOf(
    issuesOf(story),
    name =>
      must(
        story.cycles.find(cycle => cycle.name === name),
        name,
      ).from,
  )
  return lives.map((life, nth) => ({ ...told, life, nth }))
}

type World = {
  /** The ids of issues by their names; filled as these are made. */
  issues: Ids
  people: Ids
  writers: readonly string[]
}

const make = ({ issues, people, writers }: World, telling: Telling): Act => ({
  who: writers[telling.nth % writers.length]!,
  act: async work => {
    const { life, place, plans } = telling
    const { told } = life
    const { name, id } = await createIssue(work, place, {
      name: told.name,
      state_id: find(plans.states, life.begins),
      priority: told.priority,
      parent_id: told.parent ? find(issues, told.parent) : null,
      start_date: dayFrom(told.from),
      target_date: dayFrom(told.to),
      label_ids: told.labels.map(label => find(plans.labels, label)),
      assignee_ids: told.assignee ? [find(people, told.assignee)] : [],
      module_ids: told.module ? [find(plans.modules, told.module)] : [],
      estimate_point: told.points ? find(plans.points, told.points) : null,
      cycle_id: told.cycle && life.planned === null ? cycleOf(telling) : null,
      description_html: descriptions[told.name],
    })
    issues.set(name, id)
  },
})
type Given = { telling: Telling; who: string; values: Parameters<typeof updateIssues>[2][number]['values'] }
// All changes of one person in one project at one moment are one act.
const change = ({ issues }: World, given: Given[]): Act[] =>
  [...Map.groupBy(given, ({ who, telling }) => `${who} ${telling.place.projectId}`).values()].map(alike => ({
    who: alike[0]!.who,
    act: async work => {
      const { projectId } = alike[0]!.telling.place
      const values = new Map(
        alike.map(one => [find(issues, one.telling.life.told.name), one.values] as const),
      )
      const rows = await locked(work, Issue, found => found.whereIn('id', [...values.keys()]))
      await updateIssues(
        work,
        projectId,
        rows.map(issue => ({ issue, values: values.get(issue.id)! })),
      )
    },
  }))
const say = ({ issues, people }: World, [about, who, words]: (typeof talk)[number]): Act => ({
  who,
  act: async work =>
    createComment(work, await lockIssue(work, find(issues, about)), {
      comment_html: saidHtml(words, people),
    }),
})

/** The changes of issues by day; each change of an issue on one day is a round of its own. */
const changesOf = (all: readonly Telling[]): Map<string, Given[][]> => {
  const changesOn = new Map<string, Given[][]>()
  for (const telling of all) {
    const { life, plans, story } = telling
    const given = [
      ...(life.planned === null
        ? []
        : [{ on: life.planned, who: story.lead, values: { cycle_id: cycleOf(telling) } }]),
      ...life.steps.map(step => ({
        on: step.on,
        who: life.told.assignee ?? story.lead,
        values: { state_id: find(plans.states, step.state) },
      })),
    ]
    // Each change of an issue on one day is a row of its history: the second waits for the first.
    for (const [date, those] of Map.groupBy(given, ({ on }) => workday(on)))
      for (const [round, { who, values }] of those.entries()) {
        const rounds = changesOn.get(date) ?? []
        changesOn.set(date, rounds)
        rounds[round] = [...(rounds[round] ?? []), { telling, who, values }]
      }
  }
  return changesOn
}

const talkOf = (all: readonly Telling[]) =>
  Map.groupBy(talk, ([about], at) => {
    const made = must(
      all.find(({ life }) => life.told.name === about),
      about,
    ).life.made
    return workday(Math.max(made, LAST_DAY - Math.floor(((talk.length - at) * 9) / talk.length)))
  })

/** Everything that the issues of these projects went through, in the order in which it happened. */
export const playWork = async (
  db: Db,
  projects: readonly Told[],
  people: Ids,
  viewers: ReadonlyMap<string, ServerViewer>,
  writers: readonly string[],
): Promise<Ids> => {
  const issues: Ids = new Map()
  const world = { issues, people, writers }
  const all = projects.flatMap(tellingsOf)
  const madeOn = Map.groupBy(all, ({ life }) => workday(life.made))
  const changesOn = changesOf(all)
  const saidOn = talkOf(all)

  const dates = [
    ...new Set([...madeOn.keys(), ...changesOn.keys(), ...saidOn.keys(), workday(LAST_DAY)]),
  ].sort()
  const days: (Act & { at: string; lot: string })[] = []
  for (const date of dates) {
    const made = madeOn.get(date) ?? []
    const lots = [
      made.filter(({ life }) => life.told.parent === null).map(telling => make(world, telling)),
      made.filter(({ life }) => life.told.parent !== null).map(telling => make(world, telling)),
      ...(date === workday(LAST_DAY)
        ? // The lists stand in the order of the story, whatever was written down first.
          [
            change(
              world,
              all.map(telling => ({
                telling,
                who: telling.story.lead,
                values: { sort_order: (telling.nth + 1) * SORT_STEP },
              })),
            ),
          ]
        : []),
      ...(changesOn.get(date) ?? []).map(given => change(world, given)),
      ...(saidOn.get(date) ?? []).map(words => [say(world, words)]),
    ]
    const acts = lots.flat().length
    const told = lots.flatMap((lot, at) => lot.map(act => ({ ...act, lot: at })))
    days.push(
      ...told.map(({ lot, ...act }, nth) => ({
        ...act,
        lot: `${date} ${lot}`,
        at: instantOf(date, nth, acts),
      })),
    )
  }
  // A week is one transaction.
  for (const [, week] of Map.groupBy(days, ({ at }) => Math.floor(Date.parse(at) / WEEK_MS)))
    await inWorks(
      db,
      inTurns([...Map.groupBy(week, ({ lot }) => lot).values()]).map(({ who, at, act }) => ({
        author: { viewer: must(viewers.get(who), who), at },
        act,
      })),
    )
  return issues
}
