/** The headers of a text that is read or written by call. */
import type { Context } from 'koa'
import type { BaseAsked, TextTaken } from './write.ts'

export const askedBase = (ctx: Context): BaseAsked => ({
  base: ctx.get('x-base-version') || null,
  replaces: ctx.get('x-text-mode').toLowerCase() === 'replace',
})

/** Names the text that an answer holds, or that its asker sent. */
export const tellVersion = (ctx: Context, version: string | null) => {
  if (version !== null) ctx.set('X-Text-Version', version)
}

export const tellTaken = (ctx: Context, taken: TextTaken | undefined) => {
  if (!taken) return
  tellVersion(ctx, taken.version)
  if (taken.isMerged) ctx.set('X-Text-Merged', 'true')
}
