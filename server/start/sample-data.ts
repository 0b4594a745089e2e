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
    description: "<p>A made-up product to try the shop with. <strong>It is not for sale.</strong></p>",
    hi: {
      name: "नमूना: रेगुलर अकाउंट ID",
      description: "<p>शॉप आज़माने के लिए बनाया गया प्रोडक्ट। <strong>यह बिकता नहीं।</strong></p>",
    },
    ids: 12,
  },
  {
    name: "Sample: Verified account ID",
    pricePaise: 249_50,
    description: "<p>Made up as well:</p><ul><li>one traveller</li><li>email access</li></ul>",
    hi: {
      name: "नमूना: वेरिफ़ाइड अकाउंट ID",
      description: "<p>यह भी बनाया हुआ है:</p><ul><li>एक यात्री</li><li>ईमेल का एक्सेस</li></ul>",
    },
    ids: 8,
  },
  {
    name: "Sample: Family account ID",
    pricePaise: 1_234_50,
    description: "<p>Made up, with only a few left. This is how low stock looks.</p>",
    hi: {
      name: "नमूना: परिवार के लिए अकाउंट ID",
      description: "<p>बनाया हुआ, और कम बचा है। कम स्टॉक ऐसा दिखता है।</p>",
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
