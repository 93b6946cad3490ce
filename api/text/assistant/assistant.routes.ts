import { z } from 'zod'
import { fail } from '#contract/errors.ts'
import { assistantRoutes } from '#contract/text/assistant.ts'
import { limiter } from '../../http/limits.ts'
import { mount } from '../../http/mount.ts'
import { createOutgoing, NotReached } from '../../http/outgoing.ts'
import type { Server } from '../../http/server.ts'
import { escaped } from '../../mail/letter.ts'
import { projectLite } from '../../work/intake/intake.service.ts'

const ANSWER_MS = 60_000
const MOST_BYTES = 1024 * 1024
/** Each call costs the instance money. */
const A_MINUTE = 20

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

export const mountAssistant = (server: Server) => {
  const outgoing = createOutgoing(server.settings)
  const calls = limiter(A_MINUTE, 60)

  const ask = async (who: string, { task = '', prompt }: { task?: string | undefined; prompt: string }) => {
    const { OPENAI_HOST: host, OPENAI_API_KEY: key, GPT_ENGINE: model } = await server.configured.read()
    if (key === '' || model === '') fail('assistant.off')
    if (task.trim() === '') fail('assistant.taskRequired')
    await calls.spend(who)
    const content = prompt === '' ? task : `${task}\n${prompt}`
    try {
      const { status, body } = await outgoing.read(`${host.replace(/\/+$/, '')}/v1/chat/completions`, {
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
        timeoutMs: ANSWER_MS,
        most: MOST_BYTES,
      })
      if (status !== 200) throw new NotReached(`it answered ${status}`, false)
      const response = Completion.parse(JSON.parse(body.toString('utf8'))).choices[0]?.message.content ?? ''
      return { response, response_html: escaped(response).replaceAll('\n', '<br/>') }
    } catch (error) {
      // The service's own words are logged and answered nowhere: they may hold the key.
      server.log.warn({ said: (error as Error).message }, 'the assistant did not answer')
      return fail('outgoing.notAnswered')
    }
  }

  mount(server, assistantRoutes, {
    ask: ({ viewer, body }) => ask(viewer.id, body),
    askInProject: async ({ viewer, trx, workspaceId, projectId, body }) => ({
      ...(await ask(viewer.id, body)),
      project_detail: await projectLite(trx, projectId),
      workspace_detail: await trx('workspaces').where('id', workspaceId).first('id', 'name', 'slug'),
    }),
  })
}
