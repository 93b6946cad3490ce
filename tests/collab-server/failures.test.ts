import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { build } from '../support/build.ts'
import { type EditorSettings, editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'
import type { Visitor } from '../support/visitor.ts'

test('what follows from a text fails alone while the database is away, and is told to the log', async () => {
  const lines: { msg: string; hook?: string }[] = []
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
  await until(() => older.words.some(word => word.type === 'rights' && word.write))

  // Nobody can be judged: who may still write, now that the text holds what not everyone knows?
  await server.db.raw('alter table users rename to away')
  newer.doc.getXmlFragment('default').push([new Y.XmlElement('whirlpool')])
  await until(() => lines.some(({ hook }) => hook === 'onChange'))
  expect(lines.find(({ hook }) => hook)).toMatchObject({ msg: 'what followed from a text failed' })

  // Those who are in go on, and nothing that is typed is lost.
  newer.write('typed meanwhile')
  await until(() => older.text().includes('typed meanwhile'))
  older.close()
  await server.db.raw('alter table away rename to users')
  await until(() => newer.isSaved())
  const again = open(team.member)
  await again.synced()
  expect(again.text()).toContain('typed meanwhile')
  await until(() => again.words.some(word => word.type === 'rights' && !word.write))
})
