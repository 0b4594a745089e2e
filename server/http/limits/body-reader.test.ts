import { setTimeout as wait } from "node:timers/promises";
import { Hono } from "hono";
import { beforeEach, expect, test, vi } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ID_TEXT_MAX_LENGTH, QUANTITY_MAX } from "#shop/orders/constants.ts";
import { PROOF_MAX_BYTES, STATEMENT_MAX_BYTES } from "#shop/payments/constants.ts";
import { english } from "#tests/support/english.ts";
import type { HostEnv } from "../host-env.ts";
import { handedOn } from "./handed-on.ts";

const ours = "http://localhost:3000";
const urlencoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data; boundary=b";

const keys = { browser: null, accessKey: null };
const anAdminAtTheDoor: Visitor = { kind: "admin", rights: "all", userId: "u", email: "owner@example.com", name: "", keys };
const aGuestAtTheDoor: Visitor = { kind: "guest", keys };

/** How many bodies the handler could read. */
let takenApart: number;
let answer: (request: Request) => Response | Promise<Response>;

beforeEach(() => {
  takenApart = 0;
  answer = async (request) => Response.json([...(await request.formData())].length);
});

/** The door for an admin, who may send the most; or for a guest. */
function aDoor(visitor: Visitor = anAdminAtTheDoor) {
  const door = new Hono<HostEnv>();
  door.use(
    async (c, next) => {
      c.set("path", new URL(c.req.url).pathname);
      c.set("origin", ours);
      c.set("visitor", visitor);
      await next();
    },
    handedOn({ trustProxy: 0 }),
  );
  door.all("*", async (c) => {
    const answered = await answer(c.req.raw);
    takenApart += 1;
    return answered;
  });
  door.onError((_error, c) => c.text("broke", 500));
  return door;
}

const send = (path: string, type: string, body: BodyInit, door = aDoor(), length = 0) =>
  door.request(ours + path, {
    method: "POST",
    body,
    headers: { "content-type": type, ...(length === 0 ? {} : { "content-length": String(length) }) },
    duplex: "half",
  } as RequestInit);

const part = (name: string, disposition = "Content-Disposition: form-data") => `--b\r\n${disposition}; name="${name}"\r\n\r\n\r\n`;

test("a form with more fields than any form has is refused before anybody takes it apart", async () => {
  const fields = "a&".repeat(20_000);
  for (const type of [
    urlencoded,
    `${urlencoded.toUpperCase()}; charset=UTF-8`,
    `text/plain, ${urlencoded}`,
    `${multipart}, ${urlencoded}`,
  ]) {
    const page = await send("/login", type, fields, aDoor(), fields.length);
    expect([page.status, (await page.text()).includes(english("bodyUnreadable"))], type).toEqual([400, true]);
    expect((await send("/admin/orders/REQ-1/approval", type, "k=v&".repeat(20_000))).status, type).toBe(400);
  }
  const call = await send("/api/auth/sign-in/email", urlencoded, fields);
  expect([call.status, await call.json()]).toEqual([400, { error: english("bodyUnreadable"), code: "bodyUnreadable" }]);
  expect(takenApart).toBe(0);
});

test("so is a multipart form of too many parts, however its boundary and its parts are written", async () => {
  const types = [
    multipart,
    'multipart/form-data; x="boundary=zz"; boundary=b',
    "Multipart/Form-Data;boundary=b",
    `text/plain, ${multipart}`,
  ];
  for (const disposition of ["Content-Disposition: form-data", "CONTENT-disposition: Form-Data"]) {
    const form = `${part("a", disposition).repeat(20_000)}--b--\r\n`;
    for (const type of types) {
      for (const path of ["/login", "/admin/products", "/api/orders"]) {
        // A type that does not start with multipart gets the smaller limit on some paths.
        const refusals = type.startsWith("text/plain") && path === "/login" ? [413] : [400];
        expect(refusals, `${type} ${path}`).toContain((await send(path, type, form, aDoor(), form.length)).status);
        expect(refusals, `${type} ${path}`).toContain((await send(path, type, form)).status);
      }
    }
  }
  expect(takenApart).toBe(0);
});

test("[S2.25] a hundred thousand pasted IDs arrive whole, as a browser writes them", async () => {
  const ids = Array.from({ length: 100_000 }, (_, i) => `KEY:${String(i).padStart(6, "0")}/ABC+=`).join("\r\n");
  const text = ids.padEnd(ID_TEXT_MAX_LENGTH, "x");
  answer = async (request) => new Response((await request.formData()).get("ids"));
  const form = String(new URLSearchParams({ productId: "p", ids: text }));
  expect((await (await send("/admin/add-ids", urlencoded, form, aDoor(), form.length)).text()) === text).toBe(true);
  expect((await (await send("/admin/batches/new", urlencoded, form, aDoor(), form.length)).text()) === text).toBe(true);
  const ofPage = await send("/admin/add-ids.data", urlencoded, form);
  expect((await ofPage.text()) === text).toBe(true);
});

test("[S5.5] an approval with every reserved ID ticked and every ID a field of its own passes", async () => {
  const fields = [
    ...Array.from({ length: QUANTITY_MAX }, (_, i) => `faulty=${i}`),
    ...Array.from({ length: QUANTITY_MAX * 2 }, (_, i) => `ids=KEY-${i}`),
    "downloadLink=",
    "confirmed=on",
  ];
  const response = await send("/admin/orders/REQ-1/approval", urlencoded, fields.join("&"));
  expect([response.status, await response.json()]).toEqual([200, fields.length]);
});

test("a picture may consist of anything", async () => {
  const form = `${part("a")}--b\r\nContent-Disposition: form-data; name="p"; filename="p.png"\r\n\r\n${"a=c&".repeat(1_000_000)}\r\n--b--\r\n`;
  const response = await send("/product/p/order", multipart, form, aDoor(), form.length);
  expect([response.status, await response.json()]).toEqual([200, 2]);
});

test("a form without IDs and pictures may only be as long as one", async () => {
  const typed = (length: number) => `email=${"+".repeat(length)}`;
  for (const path of ["/login", "/admin/login", "/signup.data", "/account/details"]) {
    expect((await send(path, urlencoded, typed(20_000))).status, path).toBe(200);
    for (const type of [urlencoded, "application/json", "text/plain"])
      expect((await send(path, type, typed(1_000_000))).status, `${type} ${path}`).toBe(413);
  }
});

test("[S10.13] a bank statement of a million lines is refused by its length, before anything of it is read", async () => {
  const start = `--b\r\nContent-Disposition: form-data; name="file"; filename="million.csv"\r\n\r\n`;
  for (const path of ["/admin/statements", "/api/admin/statements"]) {
    expect((await send(path, multipart, start, aDoor(), 1_000_000 * 80)).status, path).toBe(413);
    expect((await send(path, multipart, `${start}x\r\n--b--\r\n`, aDoor(), STATEMENT_MAX_BYTES)).status, path).toBe(200);
  }
});

const whole = PROOF_MAX_BYTES + 3 * 1024 * 1024;
const bytes = new Uint8Array(whole);

test("large bodies beyond the memory limit are refused with Retry-After, and room is made again", async () => {
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  answer = async (request) => {
    const { byteLength } = await request.arrayBuffer();
    await mayAnswer;
    return Response.json(byteLength);
  };
  const door = aDoor();
  const order = () => send("/api/orders", "application/json", bytes, door, whole);
  const all = Array.from({ length: 14 }, order);
  const firstNo = await Promise.any(all.map(async (one) => ((await one).status === 503 ? await one : Promise.reject())));
  expect(firstNo.headers.get("retry-after")).toBe("5");
  expect(await firstNo.json()).toEqual({ error: english("uploadsBusy"), code: "uploadsBusy" });
  const small = send("/api/orders", "application/json", "{}", door, 2);

  letAnswer();
  expect((await small).status).toBe(200);
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect((await order()).status).toBe(200);
}, 30_000);

test("who leaves while sending, fails or sends too much makes room as well", async () => {
  const door = aDoor();
  const leaving = () => {
    let sent = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 10) controller.error(new Error("gone"));
        else controller.enqueue(bytes.subarray(0, 1024 * 1024));
      },
    });
  };
  answer = async (request) => {
    await request.arrayBuffer();
    throw new Error("broken");
  };
  for (let i = 0; i < 13; i += 1) {
    expect((await send("/api/orders", "application/json", leaving(), door)).status).toBe(500);
    expect((await send("/api/orders", "application/json", bytes, door, whole)).status).toBe(500);
    expect((await send("/admin/orders/REQ-1/approval", urlencoded, bytes, door)).status).toBe(413);
  }
  answer = async (request) => Response.json((await request.arrayBuffer()).byteLength);
  expect((await send("/api/orders", "application/json", bytes, door, whole)).status).toBe(200);
}, 30_000);

test("uploads that came to a halt give way to one that comes", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const door = aDoor();
    answer = async (request) => Response.json((await request.arrayBuffer()).byteLength);
    const halted = Array.from({ length: 10 }, () => {
      const half = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytes.subarray(1)) });
      return send("/api/orders", "application/json", half, door);
    });
    // There is no room for a body that begins now.
    expect((await send("/api/orders", "application/json", bytes, door, whole)).status).toBe(503);
    vi.advanceTimersByTime(11_000);
    expect((await send("/api/orders", "application/json", bytes, door, whole)).status).toBe(200);
    const gone = await Promise.any(halted);
    expect([gone.status, gone.headers.get("retry-after")]).toEqual([503, "5"]);
  } finally {
    vi.useRealTimers();
  }
}, 30_000);

test("what names a length beyond all measure is refused before any of it is read", async () => {
  const never = new ReadableStream<Uint8Array>();
  const answer = send("/api/orders", "application/json", never, aDoor(), 129 * 1024 * 1024);
  expect((await Promise.race([answer, wait(5_000)]))?.status).toBe(413);
});

test("what goes on and on without a length is read up to its limit, and answered then", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(bytes.subarray(0, 1024 * 1024));
    },
  });
  expect((await send("/api/orders", "application/json", endless)).status).toBe(413);
  expect(sent).toBeLessThan(20);
});

test("nothing of a body is read for a handler that does not ask for it", async () => {
  let sent = 0;
  const pull = () => {
    sent += 1;
  };
  const counted = () => new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  answer = () => new Response("no", { status: 401 });
  for (const type of [urlencoded, multipart, "application/json"]) {
    expect((await send("/admin/products", type, counted())).status).toBe(401);
    expect((await send("/admin/products", type, counted(), aDoor(), whole)).status).toBe(401);
  }
  expect(sent).toBe(0);
});

test("only admins may send what only admins send, and everybody a picture where buyers send one", async () => {
  answer = async (request) => Response.json((await request.arrayBuffer()).byteLength);
  const half = bytes.subarray(0, 1024 * 1024);
  for (const path of ["/admin/products", "/admin/statements", "/api/admin/statements", "/admin/add-ids", "/admin/products/p.data"])
    for (const type of [multipart, urlencoded, "application/json"]) {
      const ofAdmin = await send(path, type, half);
      expect([type, (await send(path, type, half, aDoor(aGuestAtTheDoor))).status, ofAdmin.status]).toEqual([type, 413, 200]);
    }
  for (const path of [
    "/product/p/order",
    "/product/p/order.data",
    "/Order-Status//REQ-1/proof/",
    "/order-status/REQ-1/utr.data",
    "/order-status/REQ-1/messages",
    "/api/orders",
    "/api/orders/REQ-1/utr",
  ])
    expect([path, (await send(path, multipart, half, aDoor(aGuestAtTheDoor))).status]).toEqual([path, 200]);
  for (const path of ["/", "/login", "/product/p", "/api/orders/REQ-1", "/order-status/REQ-1/cancellation"])
    expect([path, (await send(path, multipart, half, aDoor(aGuestAtTheDoor))).status]).toEqual([path, 413]);
});

test("a file of the old shop is handed on as it comes, up to its limit, and a guest's is not read beyond a form's", async () => {
  const upload = (chunks: number, door: ReturnType<typeof aDoor>) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent === chunks) return controller.close();
          sent += 1;
          controller.enqueue(new Uint8Array(1024 * 1024));
        },
      },
      { highWaterMark: 0 },
    );
    return { answered: send("/admin/import-old-shop/upload", "application/octet-stream", body, door), sent: () => sent };
  };
  let firstAfter = 0;
  answer = async (request) => {
    let size = 0;
    for await (const chunk of request.body ?? []) {
      if (size === 0) firstAfter = whole.sent();
      size += chunk.length;
    }
    return Response.json(size);
  };
  const whole = upload(100, aDoor());
  expect(await (await whole.answered).json()).toBe(100 * 1024 * 1024);
  expect(firstAfter, "the first bytes are there before the others came").toBeLessThan(10);
  expect((await upload(101, aDoor()).answered).status).toBe(413);
  const ofGuest = upload(100, aDoor(aGuestAtTheDoor));
  expect((await ofGuest.answered).status).toBe(413);
  expect(ofGuest.sent()).toBeLessThan(10);
});
