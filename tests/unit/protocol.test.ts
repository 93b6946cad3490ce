import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Change, Hello, LiveMessage, PROTOCOL } from '../../api/contract/changes.ts'
import { entities } from '../../api/contract/index.ts'

test('the wire’s shape belongs to its protocol number', () => {
  // No browser is given the others.
  const kept = Object.values(entities).filter(of => of.kept !== 'never')
  const rows = kept.sort((a, b) => (a.name < b.name ? -1 : 1))
  const shapes = [Hello, LiveMessage, Change, ...rows.map(({ schema }) => schema)]
  const hash = createHash('sha256')
    .update(JSON.stringify(shapes.map(shape => z.toJSONSchema(shape))))
    .digest('hex')
  // When this changes, raise PROTOCOL: browsers that hold the old shape must load anew.
  expect(`${PROTOCOL} ${hash}`).toMatchSnapshot()
})
