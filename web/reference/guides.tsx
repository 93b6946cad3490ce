import type { ReactNode } from 'react'
import { Json, Slab } from './Code.tsx'
import type { Call } from './description.ts'

type Calls = Map<string, Call>
export type Guide = { id: string; name: string; Body: (props: { calls: Calls }) => ReactNode }

const P = ({ children }: { children: ReactNode }) => (
  <p className="mt-3 max-w-160 text-pretty text-14 text-ink-2">{children}</p>
)
const H = ({ children }: { children: ReactNode }) => (
  <h3 className="mt-6 font-semibold text-16">{children}</h3>
)
const C = ({ children }: { children: ReactNode }) => (
  <code className="rounded-tag bg-press px-1 font-mono text-12">{children}</code>
)

/** A call of the examples with its answer, as a test has made it. */
const Shown = ({ calls, name }: { calls: Calls; name: string }) => {
  const example = calls.get(name)?.example
  if (!example) return null
  return (
    <div className="mt-3 max-w-160">
      <Slab label={`${example.method} ${example.path}`}>
        <b className="font-semibold text-ink">{example.method}</b> {example.path}
        {'\n\n'}
        {example.body ? (
          <>
            <Json value={example.body} />
            {'\n\n'}
          </>
        ) : null}
        <b className="font-semibold text-ink">{example.status}</b>
        {'\n'}
        {example.answer !== undefined && <Json value={example.answer} />}
      </Slab>
    </div>
  )
}

export const guides: readonly Guide[] = [
  {
    id: 'start',
    name: 'Start here',
    Body: ({ calls }) => (
      <>
        <P>
          Everything that the screens do is a call. Calls take and answer JSON over HTTPS; a path ends with a
          slash, and answers without one as well. Most paths lead through a workspace, by its short name, and
          a project, by its id.
        </P>
        <H>A first call</H>
        <P>
          Create a token in the settings of a workspace, and send it in the header <C>X-Api-Key</C>.
        </P>
        <Shown calls={calls} name="users.me" />
        <P>With the id of a project an issue is made so:</P>
        <Shown calls={calls} name="issues.create" />
        <H>With a client</H>
        <P>
          The folder <C>clients/typescript</C> holds a client with types for every call and no dependency. Any
          generator makes another of <C>/api/openapi.json</C>. Programs of the public API call <C>/api/v1</C>,
          which <C>/api/v1/openapi.json</C> describes.
        </P>
      </>
    ),
  },
  {
    id: 'tokens',
    name: 'Signing in and tokens',
    Body: () => (
      <>
        <P>
          A token acts as its owner, with the role that they have at that moment, in one workspace. It ends
          with their membership. Send it as <C>X-Api-Key</C> or <C>Authorization: Bearer</C>.
        </P>
        <H>Scopes</H>
        <P>
          A scope is a noun and a verb: <C>issues:read</C>, <C>issues:write</C>. To write includes to read.
          The nouns are issues, cycles (with modules), views, pages, intake, projects (with states, labels and
          estimates), members and connections (webhooks and exports). <C>all</C> is everything that the owner
          may do, <C>all:read</C> to read that. A call without its scope is refused with 403; <C>scope</C> in
          the answer names it.
        </P>
        <H>Projects</H>
        <P>
          A token that is limited to projects finds nothing of others, and is a guest in the workspace.
          Search, changes and the snapshot tell each token of its own nouns and projects alone.
        </P>
      </>
    ),
  },
  {
    id: 'paging',
    name: 'Paging, limits, errors',
    Body: ({ calls }) => (
      <>
        <H>Pages</H>
        <P>
          A long list answers <C>results</C>, <C>total_count</C> and <C>next_cursor</C>. Ask for the next page
          with <C>cursor</C> while <C>next_page_results</C> is true; <C>per_page</C> says how many rows a page
          has.
        </P>
        <Shown calls={calls} name="issueLists.project" />
        <H>Limits</H>
        <P>
          <C>X-RateLimit-Remaining</C> tells how many calls are left in the minute. A call too many is
          answered by 429: wait as many seconds as <C>Retry-After</C> says.
        </P>
        <H>Once, and on a known state</H>
        <P>
          A write with an <C>Idempotency-Key</C> is done once, however often it is sent. The <C>ETag</C> of a
          row is its revision: sent back as <C>If-Match</C>, the change is refused with 412, and the present
          row, where somebody was faster.
        </P>
        <H>Errors</H>
        <P>
          <C>X-Error-Code</C> names a refusal for programs, the body says it for people: in <C>error</C> or{' '}
          <C>detail</C>, or by field. Quote <C>X-Request-Id</C> when you report one. What a caller may not see
          is not found.
        </P>
      </>
    ),
  },
  {
    id: 'changes',
    name: 'Live changes',
    Body: ({ calls }) => (
      <>
        <P>
          Every change of a workspace has a number. Ask for the changes after the last one that you know: none
          is left out, and the order is the order in which they were made. <C>op</C> is upsert or remove,{' '}
          <C>row</C> the row as it is now.
        </P>
        <Shown calls={calls} name="changes.changes" />
        <P>
          <C>reset</C> says that the log does not reach back so far: read the rows anew, and go on after{' '}
          <C>to</C>. To begin, read the snapshot; it says with which numbers its rows agree.
        </P>
        <H>Over a socket</H>
        <P>
          Open <C>/live</C> with the same header, and send <C>hello</C> with the workspace, the protocol of
          the snapshot, and the position to go on from. The server answers <C>ready</C>, then <C>changes</C>{' '}
          as they happen, and <C>reset</C> where you have to read anew.
        </P>
      </>
    ),
  },
  {
    id: 'webhooks',
    name: 'Webhooks',
    Body: () => (
      <>
        <P>
          A webhook is an address that is told of every change of the events that you choose, within about a
          second, by POST. Its body names the <C>event</C>, the <C>action</C> (created, updated or deleted),
          the row in <C>data</C>, and in <C>activity</C> who changed which field from what to what.
        </P>
        <H>Delivered at least once, in order</H>
        <P>
          Changes of one row arrive in their order. Answer with any status from 200 to 299 within 10 seconds.
          Whatever else you answer is sent again, under the same <C>webhook-id</C>, at growing intervals for
          three days; after that the webhook is switched off and its owner is told by e-mail. A redirect is
          not followed. Keep the ids that you have seen: a delivery may come twice.
        </P>
        <H>Signature</H>
        <P>
          <C>webhook-signature</C> is that of Standard Webhooks, which libraries for most languages check:{' '}
          <C>v1,</C> and the HMAC-SHA256 in base64 of id, timestamp and body, joined by dots, with the secret
          behind <C>whsec_</C> as key in base64. Refuse a <C>webhook-timestamp</C> that is older than five
          minutes. The secret is shown once, when the webhook is made; a new one can be made at any time.
        </P>
        <H>What was sent</H>
        <P>
          Deliveries of the last 30 days stand beside the webhook with their bodies and your answers. Each can
          be sent again by hand.
        </P>
      </>
    ),
  },
  {
    id: 'mcp',
    name: 'Assistants (MCP)',
    Body: () => (
      <>
        <P>
          <C>/mcp</C> speaks the Model Context Protocol over HTTP, in its present and its older revisions. The
          token goes into <C>Authorization: Bearer</C>; the tools do what its owner and its scopes allow.
        </P>
        <P>
          Tools search, read and list with the filters of lists, create and change issues, comment, move
          issues, plan cycles, and read and edit texts as Markdown. Names are taken as well as ids: a name
          that fits several rows is answered with these. Answers are short, and lists tell their total and{' '}
          <C>next_cursor</C>. A write to more than 20 rows only says what it would do, unless <C>dry_run</C>{' '}
          is false.
        </P>
        <H>Agents</H>
        <P>
          A program with a membership of its own is an agent. Issues are delegated to it by <C>delegate_id</C>
          ; it tells of its work in a session of the issue, and what it did there can be taken back as one.
        </P>
      </>
    ),
  },
  {
    id: 'texts',
    name: 'Texts',
    Body: ({ calls }) => (
      <>
        <P>
          The text of a page or an issue is HTML (<C>description_html</C>) or Markdown (
          <C>description_markdown</C>, told with <C>?expand=description_markdown</C>). Send it back changed:
          it is merged into what people are typing.
        </P>
        <Shown calls={calls} name="pages.update" />
        <P>
          <C>X-Text-Version</C> names the text that you were given. Send it as <C>X-Base-Version</C> to say
          which text yours is a change of. <C>X-Text-Mode: replace</C> sets the text to what you send.
        </P>
        <H>Live, with Yjs</H>
        <P>
          Any Yjs client edits a text at{' '}
          <C>
            /yjs/{'{workspace}'}/page.{'{id}'}
          </C>{' '}
          or <C>issue.{'{id}'}</C>, with the token in a header or as its first message. <C>schema</C> states
          the highest number of the vocabulary that it knows; without it, it only reads.
        </P>
      </>
    ),
  },
]
