/** Texts as Markdown and back. The parser follows CommonMark and GFM; the editor's paste and the REST API share this code. */
export { refusalOfMarkdown } from './bounds.ts'
export { fromMarkdown } from './reading.ts'
export { looksLikeMarkdown } from './signs.ts'
export { type MarkdownNames, toMarkdown } from './writing.ts'
