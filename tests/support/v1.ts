import { v7 } from 'uuid'
import { build } from './build.ts'
import type { TestServer } from './server.ts'

export type Row = Record<string, unknown> & { id: string }
export type Page = {
  results: Row[]
  total_count: number
  count: number
  next_cursor: string
  prev_cursor: string
  next_page_results: boolean
  prev_page_results: boolean
}

/** A team whose people call by their tokens, as programs of `/api/v1` do. */
export const teamV1 = async (server: TestServer) => {
  const make = build(server)
  const team = await make.team()
  const { slug } = team.workspace
  const calls = async (who: typeof team.admin) => (await make.token(who, slug)).visitor
  const W = `/api/v1/workspaces/${slug}`
  // Only admins make tokens; one that was made before stays, with the rights that its owner has now.
  const asAdmin = async (who: typeof team.admin, role: number) => {
    const membership = () => server.db('workspace_members').where('member_id', who.id)
    await membership().update({ role: 20 })
    const made = await calls(who)
    await membership().update({ role })
    return made
  }
  return {
    ...team,
    make,
    W,
    P: `${W}/projects/${team.project.id}`,
    program: await calls(team.admin),
    ofMember: await asAdmin(team.member, 15),
    ofGuest: await asAdmin(team.guest, 5),
    unknown: v7(),
  }
}

export const MISSING = [404, { error: 'The required object does not exist.' }]
