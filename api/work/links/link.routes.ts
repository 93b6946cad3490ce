import type { Knex } from 'knex'
import { must } from '#contract/errors.ts'
import { Link, LinkAnswer, linkRoutes } from '#contract/work/links.ts'
import { NEWEST, visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { peopleOf } from '../activity/details.ts'
import { createLink, deleteLink, updateLink } from './link.service.ts'

const compose = async (trx: Knex, links: Link[]) => {
  const people = await peopleOf(
    trx,
    links.map(link => link.created_by),
  )
  return links.map(link => ({ ...link, created_by_detail: people.get(link.created_by ?? '') ?? null }))
}
const presenter = {
  as: LinkAnswer,
  show: async ({ trx }: Pick<Ask, 'trx'>, link: Link) => must((await compose(trx, [link]))[0], 'the link'),
}

export const mountLinks = (server: Server) =>
  mount(
    server,
    linkRoutes,
    {
      list: async ({ viewer, trx, row }) =>
        compose(trx, await visible(trx, Link, viewer).where('issue', row.id).orderBy(NEWEST)),
      create: ({ work, row, body }) => createLink(work, row, body),
      get: async ({ row }) => row,
      update: ({ work, row, body }) => updateLink(work, row, body),
      remove: ({ work, row }) => deleteLink(work, row),
    },
    { presenter },
  )
