import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { clientFiles } from '../../scripts/build-client.ts'

test('the typed client has the calls of the contract: node scripts/build-client.ts writes them', async () => {
  for (const [name, text] of Object.entries(clientFiles()))
    expect(await readFile(new URL(`../../clients/typescript/${name}`, import.meta.url), 'utf8'), name).toBe(
      text,
    )
})

test('each call has a name of its own', () => {
  const names = allRoutes.map(([name]) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
