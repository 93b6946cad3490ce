import { test } from 'vitest'
import { holdToMatrix } from '../../support/permissionMatrix.ts'

test('A11, B1: every route of planning answers every kind of caller as the reviewed matrix says', async () => {
  await holdToMatrix('planning')
}, 200_000)
