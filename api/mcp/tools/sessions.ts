import { z } from 'zod'
import { agentSessionRoutes } from '#contract/work/agentSessions.ts'
import { Mistake } from '../directory.ts'
import { type Asked, tool } from '../tool.ts'

const ends = { finish: 'finished', fail: 'failed' } as const

const openOn = async (issueId: string, p: string, { call, viewer }: Asked) => {
  const { answer } = await call(agentSessionRoutes.list, { params: { p, issueId } })
  return answer.find(one => one.agent === viewer.id && one.ended_at === null)
}

export const workOn = tool({
  name: 'work_on',
  title: 'Tell of work on an issue',
  description:
    'For agents: begin a session on an issue, tell its steps, ask a question (with up to three choices) and read its answer, finish or fail. ' +
    'What you write meanwhile is part of it, and people can take it back as one. Answers the session; honour `stopped`.',
  does: 'adds',
  input: z.object({
    issue: z.string().max(64),
    act: z.enum(['begin', 'step', 'ask', 'read', 'finish', 'fail']),
    text: z.string().trim().max(1000).optional().describe('The step, the question, or the last words.'),
    detail: z.string().max(4000).optional(),
    seconds: z.int().min(0).optional().describe('How long the step took.'),
    choices: z.array(z.string().trim().min(1).max(80)).max(3).optional(),
  }),
  run: async ({ issue: key, act, text, detail, seconds, choices }, asked) => {
    const { call, directory } = asked
    const issue = await directory.issue(key)
    const params = { p: issue.project_id, issueId: issue.id }
    if (act === 'begin') await call(agentSessionRoutes.open, { params, body: text ? { text } : {} })
    else if (act !== 'read') {
      const open = await openOn(issue.id, issue.project_id, asked)
      if (!open)
        throw new Mistake(`You have no session open on ${key}: it has ended, was stopped, or has not begun.`)
      const one = { ...params, agentSessionId: open.id }
      if (act === 'step') {
        if (!text) throw new Mistake('A step needs a `text`.')
        const body = { text, ...(detail ? { detail } : {}), ...(seconds === undefined ? {} : { seconds }) }
        await call(agentSessionRoutes.addStep, { params: one, body })
      } else if (act === 'ask')
        await call(agentSessionRoutes.update, {
          params: one,
          body: { state: 'waiting', question: text ?? '', choices: choices ?? [] },
        })
      else
        await call(agentSessionRoutes.update, { params: one, body: { state: ends[act], said: text ?? '' } })
    }
    const { answer } = await call(agentSessionRoutes.list, { params })
    const mine = answer.filter(one => one.agent === asked.viewer.id).at(-1)
    if (!mine) throw new Mistake(`You have not worked on ${key} yet.`)
    return {
      key,
      session: mine.id,
      state: mine.state,
      ...(mine.question ? { question: mine.question } : {}),
      steps: mine.steps
        .slice(-10)
        .map(({ kind, text: told }) => (kind === 'answer' ? { answer: told } : told)),
    }
  },
})
