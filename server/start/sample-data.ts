import { randomBytes, randomUUID } from "node:crypto";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { chosenAmong, enterUnits } from "#shop/stock/books/add-units.server.ts";
import { lookUp } from "#shop/stock/books/known-units.server.ts";
import { enterProduct } from "#shop/stock/products/enter-product.server.ts";

const samples = [
  {
    name: "Sample: Regular account ID",
    pricePaise: 99_00,
    description:
      "<p>One traveller, with access to its email. Ready for bookings at once.</p><p><strong>Not for sale: try the shop with it.</strong></p>",
    hi: {
      name: "नमूना: रेगुलर अकाउंट ID",
      description: "<p>एक यात्री, ईमेल के एक्सेस के साथ। तुरंत बुकिंग के लिए तैयार।</p><p><strong>यह बिकता नहीं, शॉप आज़माने के लिए है।</strong></p>",
    },
    ids: 12,
  },
  {
    name: "Sample: Verified account ID",
    pricePaise: 249_50,
    description: "<p>Identity verified, for bookings on the first day:</p><ul><li>one traveller</li><li>email and phone verified</li></ul>",
    hi: {
      name: "नमूना: वेरिफ़ाइड अकाउंट ID",
      description: "<p>पहचान वेरिफ़ाइड, पहले ही दिन की बुकिंग के लिए:</p><ul><li>एक यात्री</li><li>ईमेल और फ़ोन वेरिफ़ाइड</li></ul>",
    },
    ids: 8,
  },
  {
    name: "Sample: Family account ID",
    pricePaise: 1_234_50,
    description: "<p>Up to six travellers on one account, saved for the next journey.</p>",
    hi: {
      name: "नमूना: परिवार के लिए अकाउंट ID",
      description: "<p>एक अकाउंट में छह यात्री तक, अगले सफ़र के लिए सेव किए हुए।</p>",
    },
    ids: 5,
  },
];

/**
 * Adds three labelled sample products with made-up IDs to an empty shop that is not public; returns
 * how many. Runs once, when the database is created.
 */
export async function seedSampleData(services: Pick<Services, "db" | "vault" | "now" | "isPublic">): Promise<number> {
  if (services.isPublic) return 0;

  await inTransaction(services.db, async (tx) => {
    for (const [index, { name, pricePaise, description, hi, ids }] of samples.entries()) {
      const id = randomUUID();
      const at = new Date(services.now().getTime() + index);
      const texts = { name, description, language: "en", translations: { hi } };
      await enterProduct(tx, { id, ...texts, pricePaise, image: "", isSample: true, createdAt: at, updatedAt: at });
      const values = Array.from({ length: ids }, () => `sample_${randomBytes(4).toString("hex")}:${randomBytes(5).toString("hex")}`);
      const chosen = chosenAmong(await lookUp(services, tx, values), id);
      if (chosen.ok) await enterUnits(services, tx, id, chosen.value, at);
    }
  });
  return samples.length;
}
