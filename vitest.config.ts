import { defineConfig } from 'vitest/config'

const dist = new URL('dist/', import.meta.url).pathname

export default defineConfig({
  // Tests name the sources, for their types, and run what was built from them: that is what ships, workers and all.
  resolve: {
    alias: [
      { find: /^(?:\.\.\/)+src\/(.*)$/, replacement: `${dist}$1` },
      { find: /^leitong$/, replacement: `${dist}index.js` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/servers/setup.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // A file on every core; left to itself vitest keeps one core free.
    maxWorkers: '100%',
  },
})
