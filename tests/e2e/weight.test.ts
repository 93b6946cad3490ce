import { expect, test } from 'vitest'
import { firstFiles, firstWeight, namedFiles, screenWeights } from '../support/weight.ts'

// Bytes, which no machine makes slower. A raised limit was thought about.
const MOST = { whole: 240 * 1024, styles: 24_000, list: 70_000 }

test('the weight before the first screen does not grow unnoticed', () => {
  const { scripts, styles } = firstWeight()
  expect(scripts + styles).toBeLessThan(MOST.whole)
  expect(styles).toBeLessThan(MOST.styles)
  expect(firstFiles().length).toBeLessThan(8)
})

test('whatever a start waits for is named by its content, so that who has it asks for none of it', () => {
  expect(namedFiles().length).toBeGreaterThan(3)
  expect(namedFiles().filter(address => !/^\/assets\/.+-[\w-]{8}\.\w+$/.test(address))).toEqual([])
})

test('signing in brings little beyond it, and no editor', () => {
  const [signIn] = screenWeights(/^SignIn-/)
  expect(signIn?.brought).toBeLessThan(20_000)
})

test('a list brings one file of its own', () => {
  const [list] = screenWeights(/^lists-/)
  expect(list?.own).toBe(list?.brought)
  expect(list?.own).toBeGreaterThan(10_000)
  expect(list?.own).toBeLessThan(MOST.list)
})
