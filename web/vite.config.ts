import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What every screen needs comes in a few files: as sixty small ones it is a tenth heavier. Icons stay out of the groups,
 * which would take in all that the chooser of icons offers with the few that the first screen names.
 */
const first = [
  { name: 'libraries', test: /node_modules[\\/](?!lucide-react)/ },
  { name: 'first', test: /^(?!.*node_modules)/, includeDependenciesRecursively: false },
].map(group => ({ ...group, tags: ['$initial' as const] }))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  resolve: { alias: { zod: join(import.meta.dirname, 'data/schemas.ts') } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: first } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth', '/files', '/live', '/yjs', '/spaces'].map(path => [
        path,
        { target: 'http://127.0.0.1:3000', ws: true, changeOrigin: false },
      ]),
    ),
  },
})
