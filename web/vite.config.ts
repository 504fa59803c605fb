import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { pageTexts } from './tools/texts.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export default defineConfig({
  plugins: [pageTexts(), svelte()],
  resolve: {
    alias: {
      '@text': path('../src/chuanma/text'),
      '@faces': path('../src/chuanma/faces'),
      '@font': path('./node_modules/.font'),
    },
    // Vitest would take Svelte's server build otherwise.
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: '../src/chuanma/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // Tile faces are files of their own: the browser keeps one picture of each, however many tiles lie on the table.
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: [path('.'), path('../src/chuanma')] },
    proxy: { '/ws': { target: 'ws://127.0.0.1:8765', ws: true } },
  },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
})
