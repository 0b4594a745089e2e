import type { TestShop } from "./shop.ts";

/** Stores a state of the daily backups as a machine does; without one no machine makes any. */
export async function aBackupState({ services }: Pick<TestShop, "services">, state: { lastGoodAt: Date } | null): Promise<void> {
  await services.db.$client.query("delete from backup_states");
  if (state)
    await services.db.$client.query(
      "insert into backup_states (machine, last_good_at, is_on_same_disk, seen_at) values ('a machine', $1, false, now())",
      [state.lastGoodAt],
    );
  services.backups.forget();
}
