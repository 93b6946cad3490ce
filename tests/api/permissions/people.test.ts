import { test } from 'vitest'
import { holdToMatrix } from '../../support/permissionMatrix.ts'

test('A11, B1: every route of people answers every kind of caller as the reviewed matrix says', async () => {
  await holdToMatrix('people')
}, 200_000)
