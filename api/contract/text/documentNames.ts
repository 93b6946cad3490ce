/** The names of texts on the sockets: the noun that owns one, and its id. */

export type DocumentKind = 'issue' | 'page'

/** `page.<id>` or `issue.<id>`, as every document is called on the sockets. */
export const documentName = (kind: DocumentKind, rowId: string) => `${kind}.${rowId}`
export const parseDocumentName = (name: string): { kind: DocumentKind; id: string } | null => {
  const match = /^(issue|page)\.([0-9a-f-]{36})$/.exec(name)
  return match ? { kind: match[1] as DocumentKind, id: match[2]! } : null
}
