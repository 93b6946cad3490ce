import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'

test('the typed client has the calls of the contract: node scripts/build-client.ts writes them', () => {
  // In a process of its own: the description names shapes for all who print them.
  const script = new URL('../../scripts/build-client.ts', import.meta.url).pathname
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'])
  expect([status, stderr.toString()]).toEqual([0, ''])
})

test('each call has a name of its own', () => {
  const names = allRoutes.map(([name]) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
