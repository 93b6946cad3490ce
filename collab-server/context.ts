import type { WriteRefusal } from '#contract/text/documents.ts'
import type { ServerViewer } from '../api/db/viewer.ts'
import type { Subject } from '../api/text/documents/stored.ts'

/**
 * `stated`: the schema number that the client gave; `strayed`: it has sent blocks beyond that schema; `overfull`: its
 * update did not fit into the text, so that nothing after it can be understood; `introduced`: so many clients of Yjs, each an
 * editing session, the text knows by this connection.
 */
export type Speaker = { stated: number | null; strayed: boolean; overfull?: boolean; introduced?: number }

/** The state that a connection carries through the hooks. */
export type Context = {
  viewer: ServerViewer
  /** The owner of a token that is given for one document, or null. */
  bearer: (token: string) => Promise<ServerViewer | null>
  /** The workspace and project that the address named, if it did. */
  asked: { workspace: string | null; project: string | null }
  subject: Subject
  /** Why the client only reads; null while it may write. */
  refusal: WriteRefusal | null
  /** Resolves once the connection was judged again after it had come to be among the open ones. */
  entered: PromiseWithResolvers<void>
} & Speaker
