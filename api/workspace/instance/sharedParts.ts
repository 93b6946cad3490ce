/** What operations of the description have in common is in its components, once. */

type Part = { name?: string; $ref?: string }
type Named<T> = Record<string, T>
type Operation = {
  parameters?: Part[]
  responses: Named<{ headers?: Named<Part>; content?: object; $ref?: string }>
}
export type Description = { paths: Named<Named<Operation>>; components: Named<Named<unknown>> }

/** Gives equal parts one name, and parts that differ under one name a number: `state`, `state.2`. */
const naming = (section: string) => {
  const names = new Map<string, string>()
  const parts: Named<unknown> = {}
  const refOf = (name: string, part: object) => {
    const text = JSON.stringify(part)
    let known = names.get(text)
    if (known === undefined) {
      known = name
      for (let n = 2; Object.hasOwn(parts, known); n++) known = `${name}.${n}`
      names.set(text, known)
      parts[known] = part
    }
    return { $ref: `#/components/${section}/${known}` }
  }
  return { parts, refOf }
}

/** Changes the description in place: a reader that follows the references finds the same as before. */
export const shareParts = ({ paths, components }: Description) => {
  const parameters = naming('parameters')
  const headers = naming('headers')
  const responses = naming('responses')
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations)) {
      operation.parameters = operation.parameters?.map(one => parameters.refOf(one.name ?? '', one))
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const [name, header] of Object.entries(response.headers ?? {}))
          response.headers![name] = headers.refOf(name, header)
        if (status === 'default') operation.responses[status] = responses.refOf('refused', response)
        else if (status === '412') operation.responses[status] = responses.refOf('changed', response)
        else if (!response.content) operation.responses[status] = responses.refOf(`bare_${status}`, response)
      }
    }
  Object.assign(components, {
    parameters: parameters.parts,
    headers: headers.parts,
    responses: responses.parts,
  })
}
