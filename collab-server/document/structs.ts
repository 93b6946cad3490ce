import * as Y from 'yjs'

/** The contents of an update, to be judged before it is applied. */
export type Structs = ReturnType<typeof structsOf>
export const structsOf = (update: Uint8Array) => Y.decodeUpdate(update).structs
