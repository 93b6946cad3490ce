import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { until } from './live.ts'
import { freePort } from './program.ts'

/** Is there a redis-server on this machine? Tests of several nodes need one. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

if (!hasRedis) console.warn('No redis-server on this machine: the tests of several nodes are skipped.')

/** A Redis of the test's own, which it may stop and start again. */
export const startRedis = async () => {
  const port = await freePort()
  let running: ChildProcess | null = null
  const stop = async () => {
    const ended = running && new Promise(resolve => running?.once('exit', resolve))
    running?.kill('SIGKILL')
    await ended
    running = null
  }
  const start = async () => {
    running = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    })
    const ping = () => spawnSync('redis-cli', ['-p', String(port), 'ping']).stdout?.toString()
    await until(() => ping().includes('PONG'), 10_000)
  }
  onTestFinished(stop)
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop }
}
