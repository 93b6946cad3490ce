/** A text that is let go of, and opened again before the last of its old connections has ended. */
import { type Document, Hocuspocus } from '@hocuspocus/server'
import { expect, test, vi } from 'vitest'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { team, editPage: edit, newPage, htmlOf } = await textTeam()

test('what is written into it is stored and seen by others, although the old one is let go of once more', async () => {
  const letGo = vi.spyOn(Hocuspocus.prototype, 'unloadDocument')
  const page = await newPage()
  const one = edit(team.admin, page)
  await one.synced()
  await one.offline()
  const calls = () => letGo.mock.calls.map(([document]) => document.name)
  await until(() => calls().includes(`page.${page}`))
  const nth = calls().indexOf(`page.${page}`)
  const [server, old] = [letGo.mock.contexts[nth] as Hocuspocus, letGo.mock.calls[nth]?.[0] as Document]
  letGo.mockRestore()
  await until(() => !server.documents.has(old.name))
  const other = edit(team.member, page)
  await other.synced()
  // The library does so behind a connection that still had something to take in when it closed.
  await server.unloadDocument(old)
  other.write('typed anew')
  await until(() => other.isSaved())
  one.online()
  await until(() => one.text().includes('typed anew'))
  expect(await htmlOf(page)).toContain('<p>typed anew</p>')
})
