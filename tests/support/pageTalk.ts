import type { PageComment } from '../../api/contract/text/pageComments.ts'
import type { build, Person } from './build.ts'
import { pagesOf, WORDS } from './pageWorld.ts'

type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>

/** The calls about threads on pages of one project, as tests speak of them. */
export const talkOf = (make: Make, team: Team) => {
  const pages = pagesOf(make, team)
  const at = (page: string, rest = '') => pages.at(page, `comments/${rest}`)
  const say = (page: string, body: object, by: Person = team.member) => by.post<PageComment>(at(page), body)
  const listed = async (page: string, by: Person = team.admin, query = '') =>
    (await by.get<{ results: PageComment[] }>(`${at(page)}${query}`)).body
  return {
    pages,
    at,
    say,
    listed,
    begin: async (page: string, by: Person = team.member, html = '<p>Which tide?</p>') =>
      (await say(page, { comment_html: html, ...WORDS }, by)).body,
    reply: async (page: string, parent: string, by: Person = team.member) =>
      (await say(page, { comment_html: '<p>The next</p>', parent }, by)).body,
    idsOf: async (page: string, by: Person = team.admin) =>
      (await listed(page, by)).results?.map(comment => comment.id),
  }
}
