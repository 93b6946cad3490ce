/** The words of a failure, whatever was thrown. */
export const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure)

/** The code of a failure of the system or the database, where it has one. */
export const codeOf = (failure: unknown): string | undefined =>
  typeof failure === 'object' && failure !== null && 'code' in failure && typeof failure.code === 'string'
    ? failure.code
    : undefined
