/** Texts that are brought from elsewhere as they were stored there: read and derived here, whatever is said of them. */
import { runTask, type Sender } from './threads.ts'

/** A text of an issue or a page with what is made of it; null where nobody could read it, or it is longer than a text may be. */
export const readBrought = async (state: Uint8Array, sender: Sender) => {
  const text = await runTask('readBrought', { state }, sender)
  if (typeof text === 'string' || 'refused' in text) return null
  const { words, length: _, files: __, ...columns } = text.derived
  return { ...columns, words, state: text.state }
}

/** HTML outside of documents, with what no text holds taken out of it; null where it is longer than one may be. */
export const cleanBrought = async (html: string, sender: Sender) => {
  const clean = await runTask('clean', { html, copies: new Map() }, sender)
  return 'refused' in clean ? null : clean
}

/** The columns of a text with another person in place of one whom it mentions. */
export const renamedIn = async (state: Uint8Array, from: string, to: string, sender: Sender) => {
  const text = await runTask('renamePerson', { state, from, to }, sender)
  const { words: _, length: __, files: ___, ...columns } = text.derived
  return { ...columns, state: Buffer.from(text.state) }
}
