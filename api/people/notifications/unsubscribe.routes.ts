import type { Context } from 'koa'
import { viewerOfUser } from '../../db/viewer.ts'
import { inWork } from '../../db/work.ts'
import { limiter } from '../../http/limits.ts'
import { answerPage, nothingPage, plainPage } from '../../http/plainPage.ts'
import type { Server } from '../../http/server.ts'
import { escaped } from '../../mail/letter.ts'
import { STOP_PATH } from '../../mail/stops.ts'
import { unsubscribe } from '../../work/activity/subscribers.ts'
import { issueOf } from './digest.queries.ts'
import { stopMails } from './preference.service.ts'

const SETTINGS = '<a class="button" href="/profile/notifications">Choose what we mail</a>'

/** The subject of a stop, in words. */
type About = { key: string | null }

const askPage = ({ key }: About) =>
  key === null
    ? plainPage(
        'Unsubscribe from mails',
        `<main class="said"><h1>Unsubscribe from mails about issues and pages?</h1>
<p>What happens there still comes to your inbox.</p>
<form method="post"><button class="primary" type="submit">Unsubscribe</button></form></main>`,
      )
    : plainPage(
        `Unsubscribe from ${key}`,
        `<main class="said"><h1>Unsubscribe from ${escaped(key)}?</h1>
<p>You will get no more mail about it, and nothing of it in your inbox, until somebody mentions you there or assigns it to you.</p>
<form method="post"><button class="primary" type="submit">Unsubscribe</button></form></main>`,
      )

const donePage = ({ key }: About) =>
  key === null
    ? plainPage(
        'Unsubscribed',
        `<main class="said"><h1>You will get no more e-mails about issues and pages</h1>
<p>What happens there still comes to your inbox. To be mailed again, choose of what in your settings.</p>${SETTINGS}</main>`,
      )
    : plainPage(
        'Unsubscribed',
        `<main class="said"><h1>You are unsubscribed from ${escaped(key)}</h1>
<p>You hear of it again when somebody mentions you there or assigns it to you. To come back, open it and choose Subscribe.</p>${SETTINGS}</main>`,
      )

const oldPage = () =>
  nothingPage(
    'This link does not work',
    'It is incomplete or too old. Sign in to choose which e-mails you get.',
  )

/** By the link of a mail, without being signed in: a look changes nothing, since programs follow links of mails, too. */
export const mountUnsubscribing = ({ db, router, settings, entrance, stops }: Server) => {
  const looks = limiter(settings.rateLimitAnonymous, 60)
  const asked = async (ctx: Context) => {
    await looks.spend(entrance.lineOf(ctx))
    const found = stops.read((ctx.params as { ticket: string }).ticket)
    if (!found) return null
    const viewer = await viewerOfUser(db, found.receiver)
    if (found.issue === null) return { viewer, issue: null, key: null }
    const issue = viewer && (await issueOf(db, viewer, found.issue))
    // Of an issue that they do not see any more nothing is reported.
    return { viewer, issue: found.issue, key: issue?.key ?? 'this issue' }
  }
  const address = `${STOP_PATH}/:ticket`
  router.get(address, async ctx => {
    const found = await asked(ctx)
    await (found ? answerPage(ctx, 200, askPage(found)) : answerPage(ctx, 404, oldPage()))
  })
  router.post(address, async ctx => {
    const found = await asked(ctx)
    if (!found) return answerPage(ctx, 404, oldPage())
    const { viewer, issue } = found
    if (viewer)
      await inWork(db, { viewer }, work => (issue === null ? stopMails(work) : unsubscribe(work, issue)))
    await answerPage(ctx, 200, donePage(found))
  })
}
