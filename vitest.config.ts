import { defineConfig } from 'vitest/config'
import { LongFirst } from './tests/support/longFirst.ts'

// Half of a test is waiting: for PostgreSQL, a socket, a process. A worker reads the program once, not with each file.
const pool = { pool: 'forks' as const, maxWorkers: 2, isolate: false }
// A poll waits for what must come; how soon it comes is the bench's to say.
const expect = { poll: { timeout: 20_000, interval: 50 } }

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], testTimeout: 60_000, ...pool } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: 'tests/support/globalSetup.ts',
          setupFiles: 'tests/support/eachFile.ts',
          expect,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          ...pool,
        },
      },
      {
        test: {
          name: 'collab',
          include: ['tests/collab-server/**/*.test.ts'],
          globalSetup: 'tests/support/globalSetup.ts',
          setupFiles: 'tests/support/eachFile.ts',
          expect,
          testTimeout: 60_000,
          hookTimeout: 30_000,
          ...pool,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/support/globalSetup.ts',
          setupFiles: ['tests/support/eachFile.ts', 'tests/support/tellScreens.ts'],
          expect,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          ...pool,
        },
      },
      {
        test: {
          name: 'soak',
          include: ['tests/soak/**/*.test.ts'],
          globalSetup: 'tests/support/globalSetup.ts',
          setupFiles: ['tests/support/eachFile.ts', 'tests/support/tellScreens.ts'],
          expect,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          ...pool,
        },
      },
    ],
  },
})
