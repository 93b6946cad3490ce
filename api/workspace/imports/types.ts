/** Types of files that are brought, by the endings of their names. */
const TYPES = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    svg: 'image/svg+xml',
    pdf: 'application/pdf',
    doc: 'application/msword',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xls: 'application/vnd.ms-excel',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ppt: 'application/vnd.ms-powerpoint',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    zip: 'application/zip',
    json: 'application/json',
    txt: 'text/plain',
    csv: 'text/csv',
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    mp4: 'video/mp4',
    webm: 'video/webm',
  }),
)

/** The type that a name promises; null for a name without an ending that is known. */
export const typeByName = (name: string): string | null =>
  TYPES.get(/\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? null
