import type { Knex } from 'knex'
import { Link, linkRoutes } from '#contract/links.ts'
import { peopleOf } from '../activity/details.ts'
import { NEWEST, visible } from '../db/visible.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { createLink, deleteLink, updateLink } from './link.service.ts'

const compose = async (trx: Knex, links: Link[]) => {
  const people = await peopleOf(
    trx,
    links.map(link => link.created_by),
  )
  return links.map(link => ({ ...link, created_by_detail: people.get(link.created_by ?? '') ?? null }))
}
const composeOne = async (trx: Knex, link: Link) => (await compose(trx, [link]))[0]!

export const mountLinks = (server: Server) =>
  mount(
    server,
    linkRoutes,
    {
      list: async ({ viewer, trx, row }) =>
        compose(trx, await visible(trx, Link, viewer).where('issue', row.id).orderBy(NEWEST)),
      create: async ({ work, row, body }) => composeOne(work.trx, await createLink(work, row, body)),
      get: ({ trx, row }) => composeOne(trx, row),
      update: async ({ work, row, body }) => composeOne(work.trx, await updateLink(work, row, body)),
      remove: ({ work, row }) => deleteLink(work, row),
    },
    {
      create: ({ trx, row }) => composeOne(trx, row),
      update: ({ trx, row }) => composeOne(trx, row),
    },
  )
