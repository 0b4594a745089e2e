import { openAsBlob } from "node:fs";
import type { UploadKind } from "#migration/uploads/uploads.ts";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import type { RunningShop } from "../processes/running-shop.ts";

/** What the owner of a running shop does on the page Import old shop. */
export type ImportByAdmin = {
  /** Uploads a file; `kind` and `name` default to those of the database export. */
  upload(file: string, position?: { kind: UploadKind; name: string }): Promise<void>;
  start(what: "preview" | "import"): Promise<void>;
  /** Stops the run in progress. */
  stop(): Promise<void>;
  /** The current page, without the texts that it carries for the browser. */
  page(): Promise<string>;
  /** How the shop answers a request for an order's proof. */
  proofOf(requestCode: string): Promise<{ status: number; type: string | null }>;
};

/** Signs the owner in for an import. */
export async function importByAdmin({ address, admin }: Pick<RunningShop, "address" | "admin">): Promise<ImportByAdmin> {
  const headers = { origin: address, cookie: await cookieFrom(address, "/api/auth/sign-in/email", admin) };

  return {
    async upload(file, { kind, name } = { kind: "database", name: "export.json" }) {
      const body = await openAsBlob(file);
      const about = new URLSearchParams({ kind, name, size: String(body.size) });
      const stored = await fetch(`${address}/admin/import-old-shop/upload?${about}`, { method: "POST", headers, body });
      if (!stored.ok) throw new Error(`the file was not taken: ${stored.status} ${await stored.text()}`);
    },
    async start(what) {
      const started = await fetch(`${address}/admin/import-old-shop/runs`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ what }),
      });
      if (!started.ok) throw new Error(`it did not begin: ${started.status}`);
    },
    async stop() {
      const shown = await (await fetch(`${address}/admin/import-old-shop`, { headers })).text();
      const [stopping] = /\/admin\/import-old-shop\/runs\/[^/"]+\/stopping/.exec(shown) ?? [];
      if (!stopping) throw new Error("there is nothing to stop");
      const stopped = await fetch(`${address}${stopping}`, { method: "POST", headers, body: new URLSearchParams() });
      if (!stopped.ok) throw new Error(`it was not stopped: ${stopped.status}`);
    },
    async proofOf(requestCode) {
      const shown = await fetch(`${address}/api/admin/orders/${requestCode}/proof`, { headers });
      await shown.bytes();
      return { status: shown.status, type: shown.headers.get("content-type") };
    },
    page: async () => {
      const html = await (await fetch(`${address}/admin/import-old-shop`, { headers })).text();
      return html.replaceAll(/<script type="application\/json".*?<\/script>/gs, "");
    },
  };
}
