import type { inlineTypes } from '#contract/files/files.ts'

type InlineType = (typeof inlineTypes)[number]

const starts = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

const marks: Record<InlineType, (bytes: Buffer) => boolean> = {
  'image/jpeg': bytes => starts(bytes, '\xff\xd8\xff'),
  'image/png': bytes => starts(bytes, '\x89PNG\r\n\x1a\n'),
  'image/gif': bytes => starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a'),
  'image/webp': bytes => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8),
}

/** How many of a file's first bytes say what it is. */
export const SNIFFED = 12

export const isInlineType = (type: string): type is InlineType => Object.hasOwn(marks, type)

/** Do the bytes begin as the type says? Of types that are never shown inline nothing is asked. */
export const fitsType = (type: string, bytes: Buffer) => !isInlineType(type) || marks[type](bytes)
