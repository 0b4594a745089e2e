import type { TestShop } from "./shop.ts";

/** Stores a state of the automatic backups as a machine does; without one no machine makes any. */
export async function aBackupState(
  { services }: Pick<TestShop, "services">,
  state: { lastGoodAt: Date; rowsMs?: number } | null,
): Promise<void> {
  await services.db.$client.query("delete from backup_states");
  if (state)
    await services.db.$client.query(
      "insert into backup_states (machine, place, last_good_at, is_on_same_disk, rows_ms, seen_at) values ('a machine', 'folder', $1, false, $2, now())",
      [state.lastGoodAt, state.rowsMs ?? null],
    );
  services.backups.forget();
}
