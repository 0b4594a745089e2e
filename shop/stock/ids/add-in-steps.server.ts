import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { type AddedUnits, addUnits } from "../books/add-units.server.ts";
import { closeBatch, mayGrow } from "../books/open-batch.server.ts";
import { prepareIds } from "../books/prepare-ids.server.ts";
import type { NewBatch } from "../imports/batch.ts";
import { onProduct, type RecordOnProduct } from "../on-product.server.ts";
import { slicesOf } from "../slices.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/** Progress of a long command, `done` out of `of`. Called after each step; must not throw. */
export type ReportProgress = (done: number, of: number) => void;

/**
 * Adds IDs to a product in steps of one transaction each, so that buyers get their turn in between.
 * If a step is refused (product deleted, an ID taken by another product, batch undone), the earlier
 * steps stay and `idsAddedInPart` says how many IDs those are. Sending the same list again is safe:
 * known IDs are skipped. The next step is prepared while the database writes the current one.
 * [S2.25] [S5.11]
 */
export async function addInSteps(
  services: Needs,
  admin: ActingAdmin,
  productId: string,
  values: readonly string[],
  batch: NewBatch,
  reportProgress: ReportProgress = () => {},
): Promise<Result<Pick<AddedUnits, "added" | "skipped">>> {
  let done = 0;
  let added = 0;
  const slices = slicesOf(values);
  const prepareNext = () => handled(prepareIds(services, slices.next().value ?? []));
  for (let next = prepareNext(); done < values.length; ) {
    const ids = await next;
    const isLast = done + ids.length === values.length;
    const prints = ids.flatMap((line) => line.prints);
    const addStep = async (tx: Tx, record: RecordOnProduct): Promise<Result<number>> => {
      if (!batch.isWhole && !(await mayGrow(tx, batch.id))) return refused("batchUndone");
      const units = await addUnits(services, tx, productId, ids, services.now(), batch);
      if (!units.ok) return about(units, "ids");
      if (isLast && !batch.isWhole) await closeBatch(tx, batch.id);
      const total = added + units.value.added;
      if (isLast && total > 0) await record("ids-added", { count: total });
      if (!isLast && added === 0 && total > 0) await record("ids-adding", { lines: values.length });
      if (units.value.added > 0) await announce(tx, "stock");
      return ok(units.value.added);
    };
    const stepDone = onProduct(services, admin, productId, addStep, prints);
    next = prepareNext();
    const step = await stepDone;
    if (!step.ok && added === 0 && batch.isWhole) return step;
    if (!step.ok) {
      await onProduct(services, admin, productId, async (tx, record) => {
        await closeBatch(tx, batch.id);
        return ok(added > 0 ? await record("ids-added", { count: added }) : undefined);
      });
      if (added === 0) return step;
      return about(refused("idsAddedInPart", { n: added, reason: step }), "ids");
    }
    done += ids.length;
    added += step.value;
    reportProgress(done, values.length);
  }
  return ok({ added, skipped: values.length - added });
}

/** Marks a promise as handled so that a late rejection does not crash the process. */
function handled<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {});
  return asked;
}
