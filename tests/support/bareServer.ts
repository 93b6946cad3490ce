/** A thread of its own: a server that only asks the database twice and answers. What its callers wait for is the machine. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

const db = new pg.Pool({ connectionString: (workerData as { database: string }).database })
const server = createServer(async (_, answer) => {
  await db.query('select id from sessions limit 1')
  await db.query('select id from users limit 1')
  answer.end('{}')
})
server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port))
