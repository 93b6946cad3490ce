import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const PORT = Number(process.env.PORT ?? 3000)

// The server restarts when one of its files changes; the browser's modules are replaced in place by Vite.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'api/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(PORT), LOG_LEVEL: process.env.LOG_LEVEL ?? 'debug' },
})

// The reference is a screen, though it is below the API.
const proxied = ['^/api(?!/docs)', '/auth', '/files', '/live', '/yjs', '/healthz', '/readyz']
const target = { target: `http://127.0.0.1:${PORT}`, ws: true, changeOrigin: false }
const vite = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  server: { port: 5173, proxy: Object.fromEntries(proxied.map(path => [path, target])) },
})
await vite.listen()
console.log(`Develop at ${vite.resolvedUrls?.local[0]} (the server itself: http://localhost:${PORT})`)

let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await vite.close()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
server.on('exit', code => {
  void stop().then(() => process.exit(code ?? 0))
})
