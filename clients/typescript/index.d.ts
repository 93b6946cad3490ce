import type { Calls, Change } from './calls.js'

export type * as shapes from './calls.js'
export type { Calls, Change } from './calls.js'

/** The name of a call, as in the API reference: `issues.create`. */
export type CallName = keyof Calls

type Optional<T> =
  { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } extends Record<string, never>
    ? true
    : false

type Extras = {
  /** The key under which a write is done once; made anew for each call where none is given. */
  idempotencyKey?: string
  /** The `etag` of the row that this is a change of: refused with 412 where it has changed since. */
  ifMatch?: string
  signal?: AbortSignal
}
export type AskOf<Name extends CallName> = Calls[Name]['ask'] & Extras
export type AnswerOf<Name extends CallName> = Calls[Name]['answer']

type Given<Name extends CallName> =
  Optional<Calls[Name]['ask']> extends true ? [ask?: AskOf<Name>] : [ask: AskOf<Name>]

/** The row of a list that is answered in pages or as a whole. */
export type RowOf<Name extends CallName> =
  AnswerOf<Name> extends { results: infer Results }
    ? Extract<Results, readonly unknown[]>[number]
    : Extract<AnswerOf<Name>, readonly unknown[]>[number]
type ListName = { [Name in CallName]: [RowOf<Name>] extends [never] ? never : Name }[CallName]

export type Told<Answer> = {
  answer: Answer
  status: number
  /** The mark of the row, for `ifMatch`. */
  etag: string | null
  /** How far the workspace's log has come with this call. */
  changeSeq: number | null
}

export type Fed = { reset: false; at: number; change: Change } | { reset: true; at: number; change: null }

export declare class TandemError extends Error {
  readonly status: number
  /** Of the closed list of refusals: `row.notFound`. */
  readonly code: string
  readonly body: unknown
  readonly requestId: string | null
}

export type Client = {
  /** Calls, and answers what the server does. Throws a `TandemError` where it refuses. */
  call<Name extends CallName>(name: Name, ...given: Given<Name>): Promise<AnswerOf<Name>>
  /** The same, with what the headers say. */
  ask<Name extends CallName>(name: Name, ...given: Given<Name>): Promise<Told<AnswerOf<Name>>>
  /** Every row of a list, page by page as they are read. */
  rows<Name extends ListName>(name: Name, ...given: Given<Name>): AsyncGenerator<RowOf<Name>, void>
  /**
   * The changes of a workspace after a position (without one: from now on), and then as they happen. Keep `at` to resume.
   * `every` is how often it asks, in milliseconds, while nothing happens.
   */
  changes(feed: {
    ws: string
    after?: number
    every?: number
    signal?: AbortSignal
  }): AsyncGenerator<Fed, void>
}

export declare const createClient: (server: {
  /** `https://tandem.example` */
  origin: string
  token?: string
  fetch?: typeof globalThis.fetch
  /** How often a call is sent again that was not answered, or that the server has no time for (429, 503). */
  retries?: number
}) => Client
