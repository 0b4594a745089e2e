import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#platform/config.server.ts";
import { reachSource } from "#server/commands/reach-source.ts";
import { writeLargeExport } from "#tests/support/old-shop/large-export.ts";
import { aSettledFolder, command, isBuilt, needsBuild, openShop } from "../shop-process.ts";

/** Begins an import of some megabytes three times. */
vi.setConfig({ testTimeout: 180_000 });

/** A connection to the database of a running shop. */
async function databaseOf(dataDir: string): Promise<Client> {
  const { url } = await reachSource(readConfig({ DATA_DIR: dataDir }));
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test.skipIf(!isBuilt)(
  `an import that is killed while IDs or orders come in is run again and goes on: nothing is doubled, and verify finds nothing wrong${needsBuild}`,
  async () => {
    const dataDir = await aSettledFolder();
    const file = join(dataDir, "..", "export.json");
    const orders = await writeLargeExport(file, 2_000_000);
    await openShop(dataDir, { env: { SAMPLE_DATA: "off" } });
    const client = await databaseOf(dataDir);
    const doneKinds = async (): Promise<string[]> => {
      const { rows } = await client.query(
        "select array(select jsonb_object_keys(checkpoints)) as kinds from old_shop_imports where state = 'running' and not is_preview",
      );
      return rows[0]?.kinds ?? [];
    };
    const importing = () => command(["import", file, "--yes"], dataDir);

    for (const behind of ["products", "IDs"]) {
      const killed = importing();
      await vi.waitUntil(async () => (await doneKinds()).includes(behind), { timeout: 90_000, interval: 5 });
      killed.child.kill("SIGKILL");
      expect(await killed.ended).toBe("SIGKILL");
      expect(killed.output()).not.toContain("Import results:");
    }
    const whole = importing();
    expect(await whole.ended, whole.output()).toBe(0);
    expect(whole.output()).toContain("Import results:");

    const { rows } = await client.query(
      `select (select count(*)::integer from orders) as orders, (select count(*)::integer from products) as products,
       (select count(distinct fingerprint)::integer from units) as values, (select count(*)::integer from units) as units,
       array(select state || ': ' || coalesce(problem, '') from old_shop_imports where not is_preview order by started_at) as runs`,
    );
    expect(rows[0]).toMatchObject({ orders, products: 40, values: rows[0].units });
    expect(rows[0].runs).toEqual([
      expect.stringMatching(/^failed: .*migrationInterrupted/),
      expect.stringMatching(/^failed: .*migration(Interrupted|Stopped)/),
      "done: ",
    ]);
    const verified = command(["verify"], dataDir);
    expect(await verified.ended, verified.output()).toBe(0);
    const again = importing();
    expect(await again.ended).toBe(0);
    expect(again.output()).toContain(`${orders} orders: ${orders} unchanged`);
  },
);
