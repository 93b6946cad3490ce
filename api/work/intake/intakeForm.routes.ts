import { v7 } from 'uuid'
import { intakeFormRoutes } from '#contract/work/intakeWays.ts'
import { nobody } from '../../db/viewer.ts'
import { inWork } from '../../db/work.ts'
import { limiter } from '../../http/limits.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { projectLite } from './intake.service.ts'
import { formOf, takeForm } from './intakeForm.service.ts'

/** So many forms a quarter of an hour and address. */
const FORMS = 10

export const mountIntakeForm = (server: Server) => {
  const { db, settings, entrance } = server
  const forms = limiter(settings.rateLimitAnonymous === 0 ? 0 : FORMS, 15 * 60)
  mount(server, intakeFormRoutes, {
    form: async ({ trx, params }) => {
      const { project, workspace, workspace_name, slug, is_form_enabled } = await formOf(trx, params.anchor)
      return {
        project_detail: await projectLite(trx, project),
        workspace_detail: { id: workspace, name: workspace_name, slug },
        is_form_enabled,
      }
    },
    sendForm: async ({ ctx, params, body: { website, ...filled } }) => {
      await forms.spend(entrance.addressOf(ctx))
      // A program that is told of its mistake makes another.
      if (website) return { id: v7() }
      const { result } = await inWork(db, { viewer: nobody }, work => takeForm(work, params.anchor, filled))
      return { id: result }
    },
  })
}
