import { letTakeLong } from "#platform/database/lift-timeouts.server.ts";
import type { Services } from "#platform/provides.ts";

/**
 * Closes the hours that ended at least an hour ago: stores the search text of each order. Two
 * processes may run it at once. Returns how many orders that were.
 */
export async function closeOrderHours({ db }: Pick<Services, "db">): Promise<number> {
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    const { rows } = await client.query<{ closed: number }>("select close_order_hours() as closed");
    return rows[0]?.closed ?? 0;
  } finally {
    client.release(true);
  }
}
