import { z } from 'zod'
import { sized } from '../bounds.ts'
import { route } from '../define.ts'

export const providerTestRoutes = {
  begin: route({
    action: 'instance.admin',
    in: 'session',
    by: 'admin',
    method: 'POST',
    path: '/api/instances/providers/:provider/test/',
    reads: true,
    body: z.object({
      /** Values to try instead of the kept ones: they travel in a cookie, sealed, which holds no more. */
      configuration: sized(z.record(z.string(), z.string()), 1_500).optional(),
    }),
    /** `test` is in the address that the test ends at. */
    answer: z.object({ url: z.string(), test: z.string() }),
    summary:
      'An address at a service by which people come in: who opens it and comes back has tried its keys, kept or not. Nobody is signed in by that.',
  }),
}
