import type { Context } from 'koa'
import { v7 } from 'uuid'
import { ProjectLite, WorkspaceLite } from '#contract/belongs.ts'
import { Refusal } from '#contract/errors.ts'
import { FilledForm, intakeFormRoutes } from '#contract/work/intakeWays.ts'
import { isUuid } from '../../db/visible.ts'
import { inWork } from '../../db/work.ts'
import { readJson } from '../../http/body.ts'
import { refusalOf } from '../../http/errors.ts'
import { readBody } from '../../http/inputs.ts'
import { limiter } from '../../http/limits.ts'
import { mount } from '../../http/mount.ts'
import { answerPage, nothingPage } from '../../http/plainPage.ts'
import type { Server } from '../../http/server.ts'
import { markOf } from './formMark.ts'
import { fieldNames, formPage, sentPage, type Typed, type Whose, type Wrong } from './formPage.ts'
import { type Form, formOf, takeForm } from './intakeForm.service.ts'

/** So many forms a quarter of an hour and address. */
const FORMS = 10
/** The longest text, each of its signs written as nine. */
const MOST_BYTES = 256 * 1024

const wrongIn = (refusal: Refusal): Wrong => {
  if (refusal.code === 'rate.exceeded')
    return { general: 'Too many requests came from here. Wait a quarter of an hour, then send it again.' }
  const said = refusal.body as Record<string, unknown>
  const wrong: Wrong = {}
  for (const name of fieldNames) if (Array.isArray(said[name])) wrong[name] = String(said[name][0])
  if (Object.keys(wrong).length > 0) return wrong
  const error = typeof said.error === 'string' ? said.error.replace(/[^.]$/, '$&.') : null
  return { general: error ?? 'This was not sent. Try again.' }
}

export const mountIntakeForm = (server: Server) => {
  const { db, settings, entrance, router, admit } = server
  const isLimited = settings.rateLimitAnonymous !== 0
  const forms = limiter(isLimited ? FORMS : 0, 15 * 60)

  const send = async (ctx: Context, once: string, given: FilledForm): Promise<string> => {
    const { viewer } = ctx.state
    const { website, ...filled } = given
    await forms.spend(entrance.lineOf(ctx))
    // A program that is notified of its mistake makes another.
    if (website) return v7()
    return (await inWork(db, { viewer }, work => takeForm(work, once, filled))).result
  }

  mount(server, intakeFormRoutes, {
    form: async ({ trx, viewer }) => {
      const { project, workspace, isOpen } = await formOf(trx, viewer)
      const lite = ProjectLite.parse(project)
      return {
        // Of a project that takes no requests here, an old address says the name alone.
        project_detail: isOpen ? lite : { ...lite, description: '' },
        workspace_detail: WorkspaceLite.parse(workspace),
        is_form_enabled: isOpen,
      }
    },
    sendForm: async ({ ctx, body }) => ({ id: await send(ctx, v7(), body) }),
  })

  const whoseIs = async ({ project, workspace }: Form): Promise<Whose> => ({
    project: project.name,
    workspace: workspace.name,
    mark: await markOf(project),
  })
  const opened = async (ctx: Context): Promise<Form | null> => {
    const form = await formOf(db, ctx.state.viewer).catch(error => {
      if (error instanceof Refusal && error.status === 404) return null
      throw error
    })
    if (form?.isOpen) return form
    const [title, text] = form
      ? ['This form is closed', 'The project takes no requests here at the moment.']
      : ['There is no form here', 'The address is not complete, or another took its place.']
    await answerPage(ctx, form ? 410 : 404, nothingPage(title!, text!))
    return null
  }

  const address = '/spaces/intake/:anchor'
  const visited = admit({ by: 'anchor', takesToken: true })
  // The same call as a page, for people and without scripts.
  router.get(address, visited, async ctx => {
    const form = await opened(ctx)
    if (form) await answerPage(ctx, 200, formPage(await whoseIs(form), v7()))
  })
  router.post(address, visited, async ctx => {
    const form = await opened(ctx)
    if (!form) return
    const given = (await readJson(ctx.req, MOST_BYTES)) as Record<string, unknown>
    const words = (name: string) => (typeof given?.[name] === 'string' ? (given[name] as string) : '')
    const typed: Typed = Object.fromEntries(fieldNames.map(name => [name, words(name)]))
    const once = isUuid(words('once')) ? words('once').toLowerCase() : v7()
    const whose = await whoseIs(form)
    try {
      // A field that is left empty is missing, and reported so in the same words.
      const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''))
      const body = readBody(FilledForm, { ...filled, website: words('website') }) as FilledForm
      await send(ctx, once, body)
      await answerPage(ctx, 200, sentPage(whose, typed, ctx.path))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal || refusal.status >= 500) throw error
      for (const [name, value] of Object.entries(refusal.headers)) ctx.set(name, value)
      await answerPage(ctx, refusal.status, formPage(whose, once, typed, wrongIn(refusal)))
    }
  })
}
