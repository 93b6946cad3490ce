/** An example as a program would write it. */
import type { Call, Example } from './description.ts'

export const languages = ['curl', 'JavaScript', 'Python'] as const
export type Language = (typeof languages)[number]

const paramsIn = (call: Call, example: Example): Record<string, string> => {
  const [path = ''] = example.path.split('?')
  const given = path.split('/')
  return Object.fromEntries(
    call.path.split('/').flatMap((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return name ? [[name, decodeURIComponent(given[at] ?? '')]] : []
    }),
  )
}

const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)
/** As a literal of JavaScript. */
const literal = (value: unknown, by: string) => indented(value, by).replace(/"(\w+)":/g, '$1:')

export const sampleOf = (call: Call, example: Example, language: Language, origin: string): string => {
  const { method, path, body } = example
  if (language === 'curl')
    return [
      `curl${method === 'GET' ? '' : ` -X ${method}`}`,
      `  "${origin}${path}"`,
      '  -H "X-Api-Key: $TANDEM_TOKEN"',
      ...(body ? [`  --json '${JSON.stringify(body).replaceAll("'", "'\\''")}'`] : []),
    ].join(' \\\n')
  if (language === 'Python')
    return [
      'import os, requests',
      '',
      `answer = requests.request(`,
      `    "${method}",`,
      `    "${origin}${path}",`,
      '    headers={"X-Api-Key": os.environ["TANDEM_TOKEN"]},',
      ...(body
        ? [
            `    json=${indented(body, '    ')
              .replaceAll(/\btrue\b/g, 'True')
              .replaceAll(/\bfalse\b/g, 'False')
              .replaceAll(/\bnull\b/g, 'None')},`,
          ]
        : []),
      ')',
      'answer.raise_for_status()',
    ].join('\n')
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''))
  const asked = [
    ...(call.inPath.length > 0 ? [`params: ${literal(paramsIn(call, example), '  ')}`] : []),
    ...(Object.keys(query).length > 0 ? [`query: ${literal(query, '  ')}`] : []),
    ...(body ? [`body: ${literal(body, '  ')}`] : []),
  ]
  return [
    "import { createClient } from 'tandem-client'",
    '',
    `const tandem = createClient({ origin: '${origin}', token })`,
    `const answer = await tandem.call('${call.name}'${asked.length > 0 ? `, {\n  ${asked.join(',\n  ')},\n}` : ''})`,
  ].join('\n')
}
