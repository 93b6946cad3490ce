import { searchRoutes } from '#contract/lists/search.ts'
import { limiter } from '../../http/limits.ts'
import { mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { facetsOf, withoutEach } from './facets.ts'
import { find } from './find.queries.ts'
import { findNames } from './names.queries.ts'
import { readQuery, wantedIn } from './query.ts'
import { showHits } from './show.queries.ts'
import { similarIssues } from './similar.queries.ts'

const HITS_OF_A_PAGE = '20'
const MOST_HITS = 50
/** Searches of a token in a minute. */
const MOST_BY_TOKEN = 60

export const mountSearch = (server: Server) => {
  const byToken = limiter(server.settings.rateLimitToken === 0 ? 0 : MOST_BY_TOKEN, 60)
  mount(server, searchRoutes, {
    names: ask => findNames(ask),
    similar: ask => similarIssues(ask),
    find: async ({ trx, viewer, workspaceId: workspace, query: { q = '', order = 'best', ...paging } }) => {
      if (viewer.token) await byToken.spend(viewer.token.id)
      const asked = readPage({
        ...paging,
        per_page: paging.per_page ?? (paging.cursor ? undefined : HITS_OF_A_PAGE),
      })
      const page = { ...asked, size: Math.min(asked.size, MOST_HITS) }
      const query = readQuery(q.toWellFormed())
      const isEmpty = query.parts.length === 0 && Object.keys(query.filters).length === 0 && !query.key
      const { hits, counts, total, isNear, isCut } = isEmpty
        ? { hits: [], counts: [], total: 0, isNear: false, isCut: false }
        : await find({ trx, viewer, workspace, query, page, order })
      const results = await showHits(trx, viewer, hits, wantedIn(query))
      return {
        ...envelope(page, total, total, results.length, results),
        facets: await facetsOf({ trx, viewer, workspace, query, counts }),
        filters: withoutEach(query, counts),
        is_near: isNear,
        is_cut: isCut,
      }
    },
  })
}
