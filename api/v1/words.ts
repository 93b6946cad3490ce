/** Refusals in the words of `/api/v1`. */
import { Refusal } from '#contract/errors.ts'
import type { FaceV1 } from '#contract/v1/face.ts'

const OWN_404 = new Set(['project.notFound', 'path.notFound'])

/** Fields by the names that the sender gave them. An id that names nothing is refused by the sentence of its field, where that has one. */
const renamed = ({ names = {}, missing = {} }: FaceV1, fields: Record<string, unknown>) => {
  const told: Record<string, unknown> = {}
  for (const [name, said] of Object.entries(fields)) {
    const isMissing = Array.isArray(said) && String(said[0]).startsWith('Invalid pk')
    if (isMissing && Object.hasOwn(missing, name)) told.non_field_errors = [missing[name]]
    else told[Object.hasOwn(names, name) ? names[name]! : name] = said
  }
  return told
}

/** `method` is that of the call: only a call that takes issues in names them as what was not found. */
export const inTheirWords = (face: FaceV1, error: unknown, method: string): unknown => {
  if (!(error instanceof Refusal)) return error
  const { code, body, headers } = error
  const own = face.words?.[code]
  if (own) return new Refusal(code, own, headers)
  if (error.status === 404 && !OWN_404.has(code) && (code !== 'issue.notFound' || method !== 'POST'))
    return new Refusal('row.notFound')
  if (code === 'body.invalid' && !Array.isArray(body)) return new Refusal(code, renamed(face, body), headers)
  return error
}
