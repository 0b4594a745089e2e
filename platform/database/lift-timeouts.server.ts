import type { ClientBase } from "pg";

/**
 * Removes a connection's limits on waiting for locks and idling in a transaction. For a connection
 * of a pool opened with `forNobody`, whose statements may already take long. Release it with
 * `release(true)`.
 */
export async function letTakeLong(client: ClientBase): Promise<void> {
  await client.query("set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
}
