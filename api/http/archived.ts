import type { z } from 'zod'
import { type ErrorCode, fail } from '#contract/errors.ts'

/** The answer of what puts a row into the archive: since when it is there. */
export const archivedPart = <Shown extends z.ZodType<{ archived_at: string }>>(
  as: Shown,
  refusal: ErrorCode,
) => ({
  as,
  show: async (_: unknown, row: { archived_at: string | null }) => ({
    archived_at: row.archived_at ?? fail(refusal),
  }),
})
