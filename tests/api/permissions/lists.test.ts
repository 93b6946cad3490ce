import { test } from 'vitest'
import { holdToMatrix } from '../../support/permissionMatrix.ts'

test('A11, B1: every route of lists answers every kind of caller as the reviewed matrix says', async () => {
  await holdToMatrix('lists')
}, 200_000)
