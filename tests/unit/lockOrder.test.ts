import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const LOCKS =
  /\.for(?:Update|NoKeyUpdate|Share|KeyShare)\([^)]*\)(?!\s*\.skipLocked)|\bfor (?:no key )?(?:update|(?:key )?share)\b(?! skip locked)|pg_advisory/
// The order itself; a read that is a transaction of its own; one that holds a row of its job's own table.
const APART = ['api/db/order.ts', 'api/text/documents/handed.ts', 'api/jobs/sendMails.ts']

test('locks are taken in their one order, or not waited for', () => {
  const files = ['api', 'collab-server'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  )
  expect(
    files.filter(
      file =>
        file.endsWith('.ts') && !APART.includes(file) && LOCKS.test(readFileSync(join(root, file), 'utf8')),
    ),
  ).toEqual([])
})
