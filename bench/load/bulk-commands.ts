import { randomBytes } from "node:crypto";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { PROGRESS_LINES } from "#web/admin/frame/progress-lines.ts";

/** Something an admin does with many IDs; resolves when the answer has been read. */
export type Operation = () => Promise<void>;

/** Logs the owner in and works with many IDs at a time, as a browser would. */
export async function openAdmin({ address, admin }: RunningShop) {
  const json = { "content-type": "application/json", origin: address };
  const cookie = await cookieFrom(address, "/api/auth/sign-in/email", admin);
  const headers = { origin: address, cookie };
  const asJson = { ...json, cookie };

  /** Posts a form and reads its answer. */
  async function post(path: string, body: URLSearchParams | FormData | null, accept = "*/*"): Promise<string> {
    const answer = await fetch(address + path, { method: "POST", headers: { ...headers, accept }, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${text.slice(0, 300)}`);
    return text;
  }

  return {
    async addProduct(name: string, ids: number): Promise<string> {
      const body = JSON.stringify({ name, price: 499, description: "", image: "", ids: newIds(ids) });
      const answer = await fetch(`${address}/api/admin/products`, { method: "POST", headers: asJson, body });
      const { id }: { id: string } = await answer.json();
      return id;
    },
    /** Sends pasted IDs as the page does without JavaScript. */
    async addByPaste(productId: string, ids: number): Promise<void> {
      const answer = await post("/admin/add-ids", formOf({ productId, ids: newIds(ids).join("\r\n") }));
      if (!answer.includes(`Added ${ids} IDs to product.`)) throw new Error("the IDs were not added");
    },
    /** Sends a file as the page does with JavaScript, which shows progress. */
    async addByFile(productId: string, ids: number): Promise<void> {
      const form = new FormData();
      form.set("productId", productId);
      form.set("ids", "");
      form.set("idsFile", new Blob([newIds(ids).join("\n")]), "ids.txt");
      const answer = await post("/admin/add-ids.data", form, PROGRESS_LINES);
      if (!answer.includes(`Added ${ids} IDs to product.`)) throw new Error(`the IDs were not added: ${answer.slice(-500)}`);
    },
    async deleteProduct(productId: string): Promise<void> {
      await post(`/admin/products/${productId}/deletion`, new URLSearchParams());
    },
    async download(productId: string): Promise<void> {
      const answer = await fetch(`${address}/admin/products/${productId}/ids.txt`, { headers });
      if (!answer.ok || !answer.body) throw new Error(`the download was refused: ${answer.status}`);
      for await (const chunk of answer.body) void chunk;
    },
  };
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function newIds(howMany: number): string[] {
  const drawn = randomBytes(4).toString("hex");
  return Array.from({ length: howMany }, (_, n) => `rail-${drawn}-${String(n).padStart(8, "0")}`);
}
