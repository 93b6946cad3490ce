import { expect, expectTypeOf, test } from 'vitest'
import type { stateRoutes } from '../../api/contract/work/states.ts'
import type { projectRoutes } from '../../api/contract/workspace/projects.ts'
import type { BodyOf, QueryOf } from '../../web/data/client.ts'

type StatePatch = BodyOf<typeof stateRoutes.update>

test('what the browser sends is checked by the contract when it is compiled', () => {
  expectTypeOf<StatePatch>().toEqualTypeOf<{
    name?: string | undefined
    color?: string | undefined
    group?: 'backlog' | 'cancelled' | 'completed' | 'started' | 'unstarted' | undefined
    description?: string | undefined
    sequence?: number | undefined
  }>()
  // @ts-expect-error: the call takes no such name.
  const misnamed: StatePatch = { colour: '#fff' }
  // @ts-expect-error: of another kind.
  const miskind: StatePatch = { name: 1 }
  // @ts-expect-error: what only the row has.
  const unsendable: BodyOf<typeof projectRoutes.update> = { cover_image_url: '/x' }
  // @ts-expect-error: no such term.
  const asked: QueryOf<typeof stateRoutes.list> = { groups: 'true' }
  expect([misnamed, miskind, unsendable, asked]).toHaveLength(4)
})
