/** Runs a query whose columns were named one by one: the builder has lost their types by then, and the caller says them. */
export const selected = async <Row>(query: PromiseLike<unknown>): Promise<Row[]> => (await query) as Row[]
