import type { Knex } from 'knex'
import { palette, REVIEW_COLOUR, symbolOfIcon } from '../api/contract/text/signs.ts'

const former: Record<string, string> = {
  ...Object.fromEntries(Object.entries(palette).map(([name, hex]) => [`lb-${name}`, hex])),
  'st-review': REVIEW_COLOUR,
}

/** Colours and icons had names of ours; they are stored as everybody writes them now. */
export const up = async (db: Knex) => {
  for (const table of ['states', 'labels', 'pages'])
    for (const [name, hex] of Object.entries(former))
      await db(table).where('color', name).update({ color: hex })
  for (const table of ['projects', 'pages', 'cycles', 'modules']) {
    const rows = await db(table).whereRaw(`logo_props->'icon'->>'name' is not null`).select<
      {
        id: string
        logo_props: { icon: { name: string; color?: string } }
      }[]
    >('id', 'logo_props')
    for (const { id, logo_props } of rows) {
      const { name, color } = logo_props.icon
      const icon = {
        ...logo_props.icon,
        name: symbolOfIcon(String(name)) ?? name,
        ...(color ? { color: former[color] ?? color } : {}),
      }
      await db(table)
        .where('id', id)
        .update({ logo_props: JSON.stringify({ ...logo_props, icon }) })
    }
  }
}
