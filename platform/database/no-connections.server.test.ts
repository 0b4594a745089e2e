import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { requireNobodyThere } from "./no-connections.server.ts";
import { withClient } from "./with-client.server.ts";

test("a shop that is just ending is waited for, also from within a transaction, and one that stays is refused", async () => {
  const url = await anEmptyDatabase();
  const shop = new Client({ connectionString: url, application_name: "trackside" });
  await shop.connect();
  await withClient(url, async (client) => {
    await client.query("begin");
    await expect(requireNobodyThere(client)).rejects.toThrow("A shop is running on this database");
    const waiting = requireNobodyThere(client, 20_000);
    await wait(100);
    await shop.end();
    await expect(waiting).resolves.toBeUndefined();
  });
});
