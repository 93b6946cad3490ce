import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  resolve: { alias: { zod: join(import.meta.dirname, 'data/schemas.ts') } },
  build: { outDir: 'dist', emptyOutDir: true, chunkSizeWarningLimit: 1000, assetsInlineLimit: 0 },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth', '/files', '/live', '/yjs'].map(path => [
        path,
        { target: 'http://127.0.0.1:3000', ws: true, changeOrigin: false },
      ]),
    ),
  },
})
