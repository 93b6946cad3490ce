import * as Y from 'yjs'

/** An update, read once to be judged by each rule before it is applied. */
export const readUpdate = (update: Uint8Array) => ({ ...Y.decodeUpdate(update), bytes: update.length })
export type ReadUpdate = ReturnType<typeof readUpdate>
export type Structs = ReadUpdate['structs']

/** More than anybody types until their editor has said the server the rest. */
const MOST_BYTES = 16 * 1024

/** Does an update refer to items that neither it nor the text has? */
const isLoose = ({ store }: Y.Doc, { structs, ds }: ReadUpdate): boolean => {
  const brought = new Map<number, number>()
  const endOf = (client: number) => Math.max(brought.get(client) ?? 0, Y.getState(store, client))
  // Those of one client are in their order.
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue
    const { id, length } = struct
    if (id.clock > endOf(id.client)) return true
    brought.set(id.client, Math.max(endOf(id.client), id.clock + length))
  }
  const isThere = (id: unknown) => !(id instanceof Y.ID) || id.clock < endOf(id.client)
  const stands = (struct: Y.AbstractStruct) =>
    !(struct instanceof Y.Item) || [struct.origin, struct.rightOrigin, struct.parent].every(isThere)
  const deletes = [...ds.clients].every(([client, ranges]) =>
    ranges.every(({ clock, len }) => clock + len <= endOf(client)),
  )
  return !deletes || !structs.every(stands)
}

/**
 * Would the text keep more of what waits for other updates than anyone honest sends? An editor may send some in the moment
 * of its return, ahead of those that they are on. Yjs keeps them until these come, and reads and writes all that it keeps
 * anew with others' updates: a client could hold up everyone with a few bytes at a time.
 */
export const keepsTooMuch = (document: Y.Doc, update: ReadUpdate): boolean => {
  const { pendingStructs, pendingDs } = document.store
  const kept = (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0)
  return kept + update.bytes > MOST_BYTES && isLoose(document, update)
}

/** Clients that one call may bring: more editing sessions than a page has in years. */
export const MOST_CLIENTS_BY_CALL = 20_000

/** The number of clients that an update would make known to the text. */
export const clientsIntroduced = ({ store }: Y.Doc, { structs }: ReadUpdate): number => {
  const found = new Set<number>()
  for (const { id } of structs) if (!store.clients.has(id.client)) found.add(id.client)
  return found.size
}

type DeletedRange = { clock: number; len: number }

/** Says of deletions whether the text has all of them; made once for many. */
export const hasDeleted = (document: Y.Doc) => {
  const { clients } = Y.createDeleteSetFromStructStore(document.store)
  const isIn = (deleted: DeletedRange[], { clock, len }: DeletedRange) => {
    // The last range that begins no later.
    let [from, to] = [0, deleted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (deleted[middle]!.clock <= clock) from = middle + 1
      else to = middle
    }
    const range = deleted[from - 1]
    return range !== undefined && range.clock + range.len >= clock + len
  }
  return ({ clients: asked }: ReadUpdate['ds']) =>
    [...asked].every(([client, ranges]) => {
      const deleted = clients.get(client) ?? []
      return ranges.every(range => isIn(deleted, range))
    })
}
