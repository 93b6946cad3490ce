/** The life of an open text and its connections, in the hooks of Hocuspocus. */
import type { Configuration, Hocuspocus } from '@hocuspocus/server'
import type { Db } from '../api/db/knex.ts'
import type { ServerViewer } from '../api/db/viewer.ts'
import { inWork } from '../api/db/work.ts'
import { TOKEN_PREFIX } from '../api/http/session.ts'
import type { Ways } from '../api/live/ways.ts'
import { lockDocument } from '../api/text/documents/store.ts'
import type { Subject } from '../api/text/documents/stored.ts'
import type { Context } from './context.ts'
import { Refusal } from './failures.ts'
import type { createJudging } from './judging.ts'
import { takeFrom } from './longUpdates.ts'
import { shownOf } from './presence.ts'
import type { createRevoke } from './revoke.ts'
import { rightsOf } from './rights.ts'
import type { createStore } from './store.ts'
import { fill } from './taking.ts'
import * as vocabulary from './vocabulary.ts'
import { tellWriting } from './writing.ts'

const MAX_CLIENTS_PER_DOCUMENT = 500

type Parts = {
  hocuspocus: Hocuspocus<Context>
  judging: ReturnType<typeof createJudging>
  revoke: ReturnType<typeof createRevoke>
}
type Options = {
  db: Db
  ways: Ways
  store: ReturnType<typeof createStore>
  /** Hocuspocus and the parts made with it, which exist by the time that its hooks run. */
  parts: () => Parts
}
type Hooks = Partial<Configuration<Context>>

/** Somebody comes to a text, and leaves it. */
export const admission = ({ db, ways, store, parts }: Options): Hooks => ({
  onAuthenticate: async ({ documentName, context, token, connectionConfig, requestParameters, instance }) => {
    // An API token in place of the provider's token wins over the cookie; any other value there is display data.
    const viewer = token.startsWith(TOKEN_PREFIX) ? await context.bearer(token) : context.viewer
    const rights = viewer && (await rightsOf(db, viewer, documentName))
    if (!viewer || !rights || !isWithin(viewer, context.asked, rights.subject)) throw new Refusal()
    if ((instance.documents.get(documentName)?.getConnectionsCount() ?? 0) >= MAX_CLIENTS_PER_DOCUMENT)
      throw new Error('too many people have this document open')
    const stated = Number(requestParameters.get('schema')) || null
    const open = instance.documents.get(documentName)
    const speaker = { stated, strayed: false }
    const refusal = rights.refusal ?? vocabulary.refusalOf(speaker, open)
    connectionConfig.readOnly = refusal !== null
    return {
      ...context,
      ...speaker,
      viewer,
      subject: rights.subject,
      refusal,
      entered: Promise.withResolvers<void>(),
    }
  },

  connected: async ({ connection, documentName, context, socketId }) => {
    // A closed connection gets no second close: whatever watched it from here on would hold it, and its text, for good.
    if (!connection.document.hasConnection(connection)) return context.entered.resolve()
    const judge = () => parts().judging.judge([connection])
    // A token for this document alone: the socket's own way in is watched as well.
    connection.onClose(ways.watch(context.viewer, () => void judge()))
    tellWriting(connection)
    store.sayStored(connection.document, connection)
    try {
      await parts().revoke.opened(`${socketId} ${documentName}`, context.viewer.id)
      // Rights may have gone between the judgement and now, when nobody was listening for this connection yet.
      await judge()
    } finally {
      context.entered.resolve()
    }
  },
  onDisconnect: async ({ documentName, socketId }) => parts().revoke.closed(`${socketId} ${documentName}`),
})

/** A text is opened for the first of them, and let go of behind the last. */
export const opening = ({ db, store, parts }: Omit<Options, 'ways'>): Hooks => {
  const letGo = (name: string) => {
    parts().revoke.closed(name)
    store.closed(name)
  }
  return {
    onLoadDocument: async ({ context, document }) => {
      await parts().revoke.opened(document.name, context.subject.workspace_id)
      store.opened(document, context.subject)
      const { result } = await inWork(db, { viewer: context.viewer }, work =>
        lockDocument(work, context.subject),
      ).catch(error => {
        letGo(document.name)
        throw error
      })
      await fill(document, result.state)
      store.holds(document.name, result.version)
      vocabulary.look(document)
    },

    afterUnloadDocument: async ({ documentName, instance }) => {
      // It may have been opened again meanwhile.
      if (!instance.documents.has(documentName) && !instance.loadingDocuments.has(documentName))
        letGo(documentName)
    },

    beforeUnloadDocument: async ({ documentName, document, instance }) => {
      // Hocuspocus lets go by the name. A connection that is long in closing ends behind a text that was opened anew: that one
      // would be lost sight of with people in it, who would write what nobody stores.
      if (instance.documents.get(documentName) !== document) throw new Error('opened anew')
      if (store.hasUnstored(documentName)) throw new Error('not stored yet')
    },
  }
}

/** Somebody writes, and it is stored. */
export const writing = ({ store, parts }: Pick<Options, 'store' | 'parts'>): Hooks => ({
  beforeSync: async ({ connection, context, document, type, payload }) => {
    if (vocabulary.isRequest(type)) return
    await context.entered.promise
    await parts().judging.settled(connection)
    await takeFrom(connection, document, payload)
  },
  onChange: async ({ document, documentName, context, transactionOrigin, update }) => {
    const origin = transactionOrigin as { source?: string; skipStoreHooks?: boolean } | null
    if (origin?.skipStoreHooks) return
    if (origin?.source === 'redis') store.changedElsewhere(parts().hocuspocus, document)
    else if (context.viewer) store.changed(documentName, context.viewer)
    if (vocabulary.changed(document, context, update)) await parts().judging.judgeDocument(document)
  },
  onStoreDocument: store.store,
  // Stateless words of clients are display data; the log says what happened to a document.
  onStateless: async () => {},
  beforeHandleAwareness: async ({ states, connection }) => {
    // A person's name in the text is the server's word, not the client's.
    if (connection)
      for (const state of states.values())
        state.user = {
          ...state.user,
          ...shownOf(connection.context.viewer),
        }
  },
})

/** A place that the address names beside the document: both have to be right. */
const isWithin = (viewer: ServerViewer, { workspace, project }: Context['asked'], subject: Subject) =>
  (workspace === null || viewer.slugs[workspace.toLowerCase()] === subject.workspace_id) &&
  (project === null || project === subject.project_id)
