import type { Context, Middleware } from 'koa'
import { fail, Refusal } from '#contract/errors.ts'
import { readJson } from '../http/body.ts'
import { admits, ownAddress, sentOrigin } from '../http/origin.ts'
import type { Server } from '../http/server.ts'
import { firstHtml, placeOfTexts } from '../text/documents/markdown.ts'
import { createDirectory } from './directory.ts'
import type { Asked } from './tool.ts'
import { callsWithin } from './within.ts'

/** Bytes of a request: the longest text, and what is around it. */
const MOST_BYTES = 2 * 1024 * 1024
/** Requests in one body, which older clients may send. */
const MOST_TOGETHER = 10

const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/
const LOOPBACK_NAMES = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i

/**
 * A page of another site is refused; so is one that reaches this machine under a name of its own, which it made to lead
 * here. No such page has a token, but a person may be led to give it one.
 */
const guardSite =
  ({ origins, settings, db }: Server): Middleware =>
  async (ctx, next) => {
    const origin = sentOrigin(ctx)
    if (origin && !admits(ctx, origins, origin)) fail('auth.foreignOrigin')
    const host = ctx.get('host')
    if (
      LOOPBACK.test(ctx.req.socket.localAddress ?? '') &&
      !origins.trustProxy &&
      !LOOPBACK_NAMES.test(host)
    ) {
      const seen = await db('instances').first<{ origin_at_setup: string | null }>('origin_at_setup')
      const ours = [settings.appBaseUrl, seen?.origin_at_setup, ...origins.allowed]
      if (!ours.some(own => own && URL.parse(own)?.host === host)) fail('auth.foreignOrigin')
    }
    await next()
  }

/** A token and nothing else: a browser's session is none that programs have. */
const takeToken: Middleware = async (ctx, next) => {
  if (!ctx.state.viewer.token) fail('auth.required')
  ctx.remove('WWW-Authenticate')
  await next()
}

const askForToken: Middleware = async (ctx, next) => {
  ctx.set('WWW-Authenticate', 'Bearer realm="Tandem"')
  await next()
}

const requestOf = (ctx: Context): Request =>
  new Request(`http://${ctx.get('host') || 'localhost'}/mcp`, {
    method: 'POST',
    headers: Object.entries(ctx.req.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'content-length' ? [[name, value] as [string, string]] : [],
    ),
  })

export const mountMcp = (server: Server) => {
  const callAs = callsWithin(server)
  const askedBy = async (ctx: Context): Promise<Asked> => {
    const { viewer } = ctx.state
    const slug = Object.keys(viewer.slugs)[0] ?? fail('row.notFound')
    const call = callAs(ctx, slug)
    const site = await ownAddress(ctx, server)
    return {
      call,
      viewer,
      slug,
      directory: createDirectory(call, viewer.id),
      address: path => `${site}/${slug}/${path}`,
      html: async (description_markdown, projectId) =>
        (await firstHtml(
          { description_markdown },
          placeOfTexts(server, { ctx, params: { ws: slug }, projectId }),
          viewer,
        )) ?? '',
    }
  }
  server.router.register(
    '/mcp',
    ['POST'],
    [
      guardSite(server),
      askForToken,
      server.admit({ by: 'everyday', takesToken: true }),
      takeToken,
      async ctx => {
        const body = await readJson(ctx.req, MOST_BYTES)
        if (Array.isArray(body) && body.length > MOST_TOGETHER)
          throw new Refusal('body.invalid', { detail: `Send at most ${MOST_TOGETHER} requests at a time.` })
        const { answerRequest } = await import('./answer.ts')
        const answer = await answerRequest(requestOf(ctx), body, await askedBy(ctx))
        ctx.status = answer.status
        for (const [name, value] of answer.headers) ctx.set(name, value)
        ctx.set('Cache-Control', 'no-store')
        ctx.body = (await answer.text()) || null
        ctx.status = answer.status
      },
    ],
  )
}
