import type { build, Person } from './build.ts'

type Row = Record<string, unknown> & { id: string; name: string; revision: number }
type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>

/** The words of a thread, as far as the server looks at them. */
export const WORDS = { quote: 'slack water', anchor_start: 'AQID', anchor_end: 'BAUG' }

/** The calls about pages of one project, as tests speak of them. */
export const pagesOf = (make: Make, team: Team) => {
  const at = (id: string, rest = '') => `${team.path}/pages/${id}/${rest}`
  const idsIn = async (who: Person, list: string) =>
    (await who.get<Row[]>(`${team.path}/${list}`)).body.map(page => page.id)
  return {
    at,
    idsIn,
    make: async (by: Person, fields: Record<string, unknown> = {}) =>
      (await make.page(by, team.path, fields)).id,
    get: async (who: Person, id: string) => (await who.get<Row>(at(id))).body,
    listed: (who: Person, query = '') => idsIn(who, `pages/${query}`),
    archive: (who: Person, id: string) => who.post(at(id, 'archive/')),
    unarchive: (who: Person, id: string) => who.delete(at(id, 'archive/')),
    favor: (who: Person, id: string) => who.post(`${team.path}/favorite-pages/${id}/`),
    disfavor: (who: Person, id: string) => who.delete(`${team.path}/favorite-pages/${id}/`),
    favored: (who: Person) => idsIn(who, 'favorite-pages/'),
  }
}
