import { announce } from "#platform/live/announce.server.ts";
import { lookedAtLater } from "#platform/looked-at-later.ts";
import type { Services } from "#platform/provides.ts";
import { spareMemory } from "#platform/spare-memory.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { type AddedUnits, addUnits } from "./add-units.server.ts";
import type { NewBatch } from "./batch.ts";
import { onProduct } from "./on-product.server.ts";
import { closeBatch, mayGrow } from "./open-batch.server.ts";
import { prepareIds } from "./prepare-ids.server.ts";
import { slicesOf } from "./slices.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/** How far a long deed is: so many of all. It is called after each step, and must not throw. */
export type TellProgress = (done: number, of: number) => void;

/**
 * Adds IDs to a product in steps, each a transaction that is whole, so that buyers of the product get their turn in between. Where it cannot go on,
 * because the product was deleted, another took one of the IDs or the import was undone meanwhile, what was added stays, and `idsAddedInPart` says how
 * many that are. What broke off can be sent again: what is there already is skipped. While the database is busy with a step, the next is prepared. [S2.25] [S5.11]
 */
export async function addInSteps(
  services: Needs,
  admin: AskingAdmin,
  productId: string,
  values: readonly string[],
  batch: NewBatch,
  tell: TellProgress = () => {},
): Promise<Result<Pick<AddedUnits, "added" | "skipped">>> {
  let done = 0;
  let added = 0;
  const slices = slicesOf(values);
  const prepareNext = () => lookedAtLater(prepareIds(services, slices.next().value ?? []));
  for (let next = prepareNext(); done < values.length; ) {
    const ids = await next;
    const isLast = done + ids.length === values.length;
    const stepDone = onProduct(services, admin, productId, async (tx, note) => {
      if (!batch.isWhole && !(await mayGrow(tx, batch.id))) return refused("batchUndone");
      const units = await addUnits(services, tx, productId, ids, services.now(), batch);
      if (!units.ok) return about(units, "ids");
      if (isLast && !batch.isWhole) await closeBatch(tx, batch.id);
      const total = added + units.value.added;
      if (isLast && total > 0) await note("ids-added", { count: total });
      if (!isLast && added === 0 && total > 0) await note("ids-adding", { lines: values.length });
      if (units.value.added > 0) await announce(tx, "stock");
      return granted(units.value.added);
    });
    next = prepareNext();
    const step = await stepDone;
    if (!step.ok && added === 0 && batch.isWhole) return step;
    if (!step.ok) {
      await onProduct(services, admin, productId, async (tx, note) => {
        await closeBatch(tx, batch.id);
        return granted(added > 0 ? await note("ids-added", { count: added }) : undefined);
      });
      if (added === 0) return step;
      return about(refused("idsAddedInPart", added, step.sentence), "ids");
    }
    done += ids.length;
    added += step.value;
    tell(done, values.length);
    if (!isLast) spareMemory();
  }
  return granted({ added, skipped: values.length - added });
}
