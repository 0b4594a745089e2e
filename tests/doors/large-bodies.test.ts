import { afterAll, beforeAll, expect, test } from "vitest";
import { FORM_MAX_BYTES } from "#server/http/constants.ts";
import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { askingFor } from "./asking.ts";
import { type BusyShop, ORIGIN, openBusyShop, type Place } from "./busy-shop.ts";
import { permissions, type Row } from "./permissions.ts";

let shop: BusyShop;
let place: Place;
beforeAll(async () => {
  shop = await openBusyShop();
  place = await shop.furnish();
});
afterAll(() => shop.close());

const CHUNK_BYTES = 16 * 1024;
const MEGABYTE = 1024 * 1024;
/** Larger than any body that the shop takes from anybody, but for a bank statement of an admin. */
const LARGE_BYTES = 33 * MEGABYTE;
/** Where everybody may send a picture, and a buyer for an own order. */
const takesPicture =
  /^(\/product\/[^/]+\/order|\/(api\/orders|order-status)\/[^/]+\/(proof|utr|messages)|\/order-status\/[^/]+\/claims|\/api\/orders)(\.data)?$/;
const types = ["multipart/form-data; boundary=b", "application/x-www-form-urlencoded", "application/json"];

/** A body that counts what is read of it. */
function aLargeBody(bytes: number) {
  const counted = { read: 0 };
  const chunk = new Uint8Array(CHUNK_BYTES).fill(0x61);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (counted.read >= bytes) return controller.close();
        counted.read += CHUNK_BYTES;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, counted };
}

async function send(who: "guest" | "other", call: string, row: Row, { type, length }: { type: string; length: boolean }) {
  const { path, init } = askingFor(call, row, { place, routes: shop.routes });
  const { body, counted } = aLargeBody(LARGE_BYTES);
  const headers = { "content-type": type, ...(length && { "content-length": String(LARGE_BYTES) }) };
  const asked = { method: init.method, body, headers, duplex: "half", origin: ORIGIN };
  const answer = await shop.visit(who, path, asked as RequestInit & { origin: string });
  await answer.text();
  await shop.restore(who);
  return { path, status: answer.status, read: counted.read };
}

/** Who may send an event is only known from all of it. */
const isSigned = (call: string) => call === "POST /api/payments/:provider/events";

const acting = Object.entries(permissions).filter(([call]) => !call.startsWith("GET "));

test.each(acting)(
  "%s answers who may not act before anything of a large body is read, and reads no more than anybody may send",
  async (call, row) => {
    for (const [who, expected] of [
      ["guest", row.answers[0]],
      ["other", row.answers[3]],
    ] as const) {
      for (const type of types) {
        const named = await send(who, call, row, { type, length: true });
        const endless = await send(who, call, row, { type, length: false });
        const where = `${who} ${type} ${named.path}`;
        expect(named.read, `${where} was read`).toBe(0);
        if ((expected === 401 || expected === 403) && !isSigned(call)) {
          expect([named.status, endless.status], where).toEqual([expected, expected]);
          expect(endless.read, `${where} was read without its length`).toBe(0);
        } else {
          expect(named.status, where).toBeLessThan(500);
          const most = takesPicture.test(named.path) ? Math.ceil(PROOF_MAX_BYTES / 3) * 4 + MEGABYTE : FORM_MAX_BYTES;
          expect(endless.read, `${where} was read without its length`).toBeLessThanOrEqual(most + CHUNK_BYTES);
        }
      }
    }
  },
);
