/** Where the one server of this test process answers, once there is one: what a browser holds of it stays good. */
export const shared: { origin: string | null } = { origin: null }
