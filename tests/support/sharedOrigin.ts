/** The address of the one server of this test process, once there is one: files that a browser holds of it stay good. */
export const shared: { origin: string | null } = { origin: null }
