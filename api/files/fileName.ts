// Parts that no file name may hold: path separators, control characters, and marks that turn the direction of writing,
// by which an ending is disguised as another one.
const UNWANTED = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The last part of the sender's file name; empty when nothing of it is fit to be a name. */
export const cleanName = (given: string): string => {
  const name = (given.toWellFormed().split(/[/\\]/).at(-1) ?? '').replace(UNWANTED, '').trim()
  return /^\.*$/.test(name) ? '' : [...name].slice(-255).join('')
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** RFC 6266: the name in plain letters for every client, and as written for those that read RFC 5987. */
export const disposition = (kind: 'attachment' | 'inline', name: string) => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${escaped(name)}`
}
