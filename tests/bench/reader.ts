/** A reader of a text, in a process of their own: the time that their editor takes to draw it is not the server's. */
import { editor } from '../support/editor.ts'
import { visitor } from '../support/visitor.ts'

const [origin = '', session = '', name = ''] = process.argv.slice(2)
const who = visitor(origin)
who.jar.set('session-id', session)
await editor(origin, who, name).synced()
process.send?.('synced')
