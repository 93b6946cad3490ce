/** The address of the one server of this test process, once there is one: a browser's copies of its files stay good. */
export const shared: { origin: string | null } = { origin: null }
