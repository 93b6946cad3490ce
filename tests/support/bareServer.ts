/** A thread of its own: a server that has nothing to do but answer. What its callers wait for is the machine. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

const server = createServer((_, answer) => answer.end('{}'))
server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port))
