import type { Server } from './server.ts'

/** Alive, ready to serve (the database answers), and the collab server's own word. */
export const mountHealth = ({ router, db }: Server) => {
  router.get('/healthz', ctx => {
    ctx.body = { status: 'OK' }
  })
  router.get('/live/health', ctx => {
    ctx.body = { status: 'OK' }
  })
  router.get('/readyz', async ctx => {
    try {
      await db.raw('select 1')
      ctx.body = { status: 'OK' }
    } catch {
      ctx.status = 503
      ctx.body = { status: 'database unreachable' }
    }
  })
}
