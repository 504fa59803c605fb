// Unpacks the Chromium that an npm package carries, its libraries and its software renderer, into .chromium beside this file.
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

const from = new URL('./node_modules/@sparticuz/chromium/bin/', import.meta.url)
const to = new URL('./.chromium/', import.meta.url)
const parts = { 'chromium.br': 'chromium', 'al2023.tar.br': 'libraries.tar', 'swiftshader.tar.br': 'swiftshader.tar' }

mkdirSync(to, { recursive: true })
for (const [packed, unpacked] of Object.entries(parts)) {
  await pipeline(
    createReadStream(new URL(packed, from)),
    createBrotliDecompress(),
    createWriteStream(new URL(unpacked, to), { mode: 0o755 }),
  )
}
