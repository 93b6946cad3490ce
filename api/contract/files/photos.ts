/** A library of pictures that covers are chosen from, once an admin has opened it; its answers are passed on as they come. */
import { z } from 'zod'
import { route } from '../define.ts'

/** The host that serves its pictures. */
export const LIBRARY_PICTURES = 'https://images.unsplash.com'

/** The fields that our screens read; the provider sends more. */
const Photo = z.looseObject({
  id: z.string(),
  alt_description: z.string().nullable().optional(),
  urls: z.looseObject({ regular: z.string(), small: z.string() }),
  user: z.looseObject({ name: z.string() }),
})
export type Photo = z.infer<typeof Photo>

export const Photos = z.union([
  z.array(Photo),
  z.looseObject({ total: z.number(), total_pages: z.number(), results: z.array(Photo) }),
])

export const photoRoutes = {
  list: route({
    method: 'GET',
    path: '/api/unsplash/',
    action: 'user.self',
    in: 'session',
    query: z.object({
      query: z.string().optional(),
      page: z.string().optional(),
      per_page: z.string().optional(),
    }),
    answer: Photos,
    summary:
      'Pictures of the library that an admin has opened: those found, or the newest; none without a key.',
  }),
}
