import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export type Told = Record<string, unknown> & { rows: string[][]; fields: string[]; total: number }

/** A program that speaks the protocol with the SDK's own client: of the present revision, or an older one. */
export const mcpClient = async (origin: string, token: string, mode: 'auto' | 'legacy' = 'auto') => {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }))
  const ask = (name: string, given: object = {}) =>
    client.callTool({ name, arguments: given as Record<string, unknown> })
  const textOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    (answer.content as { text: string }[]).map(part => part.text).join('\n')
  return {
    client,
    ask,
    textOf,
    /** What a tool answers; fails where it answers an error. */
    use: async <T = Told>(name: string, given: object = {}): Promise<T> => {
      const answer = await ask(name, given)
      if (answer.isError) throw new Error(textOf(answer))
      return (answer.structuredContent ?? JSON.parse(textOf(answer))) as T
    },
    /** The words of a tool's error. */
    refusal: async (name: string, given: object = {}): Promise<string> => {
      const answer = await ask(name, given)
      return answer.isError ? textOf(answer) : `no error: ${textOf(answer)}`
    },
  }
}
