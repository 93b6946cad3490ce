/** The words of a failure, whatever was thrown. */
export const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure)
