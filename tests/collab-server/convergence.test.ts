/** Ten people and two programs change one text at once: in the end there is one text. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { nodeOf, openState, toText } from '../../collab-server/document/index.ts'
import type { Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { editDoc, editNode } from '../support/randomEdits.ts'
import { runs, soaked } from '../support/soak.ts'
import { textTeam } from '../support/textTeam.ts'

/** A run is done again when its seed is given, and for longer when asked. */
const seed = Number(process.env.FUZZ_SEED) || Date.now() % 2 ** 31
const EDITORS = 10

const { server, make, team } = await textTeam()

const pick = fc.record({
  kind: fc.nat(100),
  at: fc.nat(1_000),
  length: fc.nat(12),
  word: fc.constantFrom('tide', 'ebb ', ' flood', 'å', '🌊', 'x'),
})
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('edit' as const), who: fc.nat(EDITORS - 1), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const), who: fc.nat(EDITORS - 1), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('html' as const), who: fc.nat(1), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('binary' as const), who: fc.nat(1), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), who: fc.nat(60), pick }) },
)

const written = async (reply: Promise<{ status: number }>) => expect((await reply).status).toBe(200)

/** A program that reads the text as HTML, changes it and sends all of it back. */
const byHtml = async (who: Person, at: string, chosen: Parameters<typeof editNode>[1]) => {
  const { body } = await who.get<{ description_html: string }>(at)
  const description_html = toHtml(editNode(fromHtml(body.description_html), chosen))
  await written(who.patch(at, { description_html }))
}

/** A program that keeps a document of its own and sends it back whole. */
const byBinary = async (who: Person, at: string, chosen: Parameters<typeof editNode>[1]) => {
  const reply = await fetch(`${server.origin}${at}description/`, { headers: { cookie: who.cookie() } })
  const doc = openState(new Uint8Array(await reply.arrayBuffer()))
  editDoc(doc, chosen)
  const description_binary = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64')
  await written(who.patch(`${at}description/`, { description_binary }))
}

test(
  'ten editors with bad lines and two programs: every replica, the stored text, its HTML and its words agree',
  async () => {
    console.info(`FUZZ_SEED=${seed}`)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 150 }), async steps => {
        const page = (await make.page(team.admin, team.path, { description_html: '<p>Start</p><p>End</p>' }))
          .id
        const at = `${team.path}/pages/${page}/`
        const people = [team.admin, team.member]
        const editors = Array.from({ length: EDITORS }, (_, n) =>
          editor(server.origin, people[n % 2]!, `page.${page}`),
        )
        await Promise.all(editors.map(one => one.synced()))
        const away = new Set<number>()
        const calls: Promise<void>[] = []
        for (const { do: act, who, pick: chosen } of steps) {
          if (act === 'edit') editDoc(editors[who]!.doc, chosen)
          else if (act === 'html') calls.push(byHtml(people[who]!, at, chosen))
          else if (act === 'binary') calls.push(byBinary(people[who]!, at, chosen))
          else if (act === 'wait') await new Promise(resolve => setTimeout(resolve, who))
          else if (away.delete(who)) editors[who]!.online()
          else {
            away.add(who)
            await editors[who]!.offline()
          }
        }
        await Promise.all(calls)
        for (const who of away) editors[who]!.online()
        const stored = async () =>
          (await server.db('documents').where('id', page).first()) as {
            state: Buffer
            description_html: string
            description_stripped: string
          }
        // A call is answered when its text is stored, which may be just before the editors learn of it: until then they
        // agree on the text before it. A text that never reaches one of them fails here.
        await until(async () => {
          const { state } = await stored()
          const text = openState(state).getXmlFragment('default').toString()
          return editors.every(one => one.isSaved() && one.text() === text)
        }, 20_000)
        const row = await stored()
        const node = nodeOf(openState(row.state))
        expect(row.description_html).toBe(toHtml(node))
        expect(row.description_stripped).toBe(toText(node))
        const { body } = await team.admin.get<{ description_html: string }>(at)
        expect(body.description_html).toBe(row.description_html)
        for (const one of editors) one.close()
      }),
      { seed, ...runs(4), endOnFailure: true },
    )
  },
  soaked(180_000, 0),
)
