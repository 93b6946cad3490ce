import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { build } from '../support/build.ts'
import { type EditorSettings, editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'
import type { Visitor } from '../support/visitor.ts'

test('rights to write cannot be told while the database is away: everyone reads on, and nobody’s line ends', async () => {
  const lines: { msg: string }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
  const server = await startServer({}, pino({ level: 'warn' }, { write }))
  const make = build(server)
  const team = await make.team()
  const page = `page.${(await make.page(team.admin, team.path)).id}`
  const open = (who: Visitor, settings: EditorSettings = {}) => {
    const one = editor(server.origin, who, page, undefined, settings)
    onTestFinished(one.close)
    return one
  }
  const newer = open(team.admin, { schema: '99' })
  const older = open(team.member)
  await Promise.all([newer.synced(), older.synced()])
  // A newcomer is judged once more, and their words wait for that: nothing of this test may come before.
  newer.write('typed before')
  await until(() => newer.isSaved() && older.text().includes('typed before'))

  // Nobody can be judged now, though the text holds a block that not everyone knows: who may still write?
  await server.db.raw('alter table users rename to away')
  newer.doc.getXmlFragment('default').push([new Y.XmlElement('whirlpool')])
  await until(() => lines.some(({ msg }) => msg.startsWith('judging connections failed')))
  const writes = (one: typeof newer) => one.words.findLast(word => word.type === 'rights')?.write
  await until(() => writes(newer) === false && writes(older) === false)

  // They read on, and write as soon as they can be judged again.
  await server.db.raw('alter table away rename to users')
  await until(() => writes(newer) === true)
  newer.write('typed afterwards')
  await until(() => newer.isSaved() && older.text().includes('typed afterwards'))
  expect(writes(older)).toBe(false)
})
