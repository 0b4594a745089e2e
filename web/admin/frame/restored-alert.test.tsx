import { RouterContextProvider } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "#shop/settings/settings.server.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { requestContext } from "#web/context.ts";
import AdminArea, { loader } from "./area.tsx";

test("[S3.2] every page of the admin's area says that a restored shop sells nothing, until it is settled", async () => {
  const shop = await openTestShop();
  onTestFinished(() => shop.close());
  const { services } = shop;
  const context = new RouterContextProvider();
  const settings = await readSettings(services);
  context.set(requestContext, aRequest({ services, visitor: await anAdmin(shop), settings }));
  const loaded = () => loader({ context } as unknown as Parameters<typeof loader>[0]);
  const pages = async () => {
    const loaderData = await loaded();
    const page = <AdminArea {...({ loaderData } as Parameters<typeof AdminArea>[0])} />;
    return ["/admin", "/admin/settings/data"].map((path) => written(page, { path }));
  };
  const query = (text: string) => services.db.$client.query(text);
  await query("insert into restores (kind, made_at, restored_at) values ('backup', now(), now())");
  const ofItself = <AdminArea {...({ loaderData: await loaded() } as Parameters<typeof AdminArea>[0])} />;
  expect(wordsOf(written(ofItself, { path: "/admin/restored" })), "the page that settles it says more").not.toContain("sells nothing yet");
  for (const page of await pages()) {
    expect(wordsOf(page)).toContain("sells nothing yet");
    expect(page).toContain('href="/admin/restored"');
  }
  await query("update restores set freeing_since = now(), settled_at = now(), missing_orders = 0");
  for (const page of await pages()) expect(wordsOf(page)).not.toContain("sells nothing yet");
});
