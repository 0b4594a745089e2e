import { letTakeLong } from "#platform/database/watched-pool.server.ts";
import type { Services } from "#platform/provides.ts";

/**
 * Closes the hours that are over for an hour or more: adds up their orders, so that the sums of a month need not count them again, and writes down what a search looks
 * for in each. Two processes may do it at once. Returns how many sums are new.
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
