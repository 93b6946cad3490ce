import { useEffect, useState } from 'react'
import type { Strength } from '../ui/controls/PasswordInput.tsx'

/** Estimates a password as the server will; loaded when somebody first types one, since the dictionaries are large. */
const estimate = async (): Promise<(password: string) => number> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return password => factory.check(password.slice(0, 100)).score
}
let judge: ReturnType<typeof estimate> | null = null

const LEAST = 8
const STRONG = 3

/** How hard a new password is to guess, as the server judges it; undefined until that is known. */
export const useStrength = (password: string): Strength | undefined => {
  const [judged, setJudged] = useState<{ password: string; score: number } | null>(null)
  useEffect(() => {
    if (password.length < LEAST) return
    let isWanted = true
    judge ??= estimate()
    judge.then(
      score => isWanted && setJudged({ password, score: score(password) }),
      // Without it the server alone judges, when it is sent.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [password])
  if (password === '') return undefined
  if (password.length < LEAST) return 'short'
  if (judged?.password !== password) return undefined
  return judged.score >= STRONG ? 'strong' : 'weak'
}
