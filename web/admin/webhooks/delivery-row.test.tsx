import { expect, test } from "vitest";
import type { Language } from "#messages/languages.ts";
import type { ListedDelivery } from "#shop/webhooks/list-deliveries.server.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import type { ShownText } from "#web/say.ts";
import { PageLanguage } from "#web/texts.tsx";
import { DeliveryRow } from "./delivery-row.tsx";

const at = new Date("2026-11-21T12:00:00Z");
const delivery: Omit<ListedDelivery, "problem"> = {
  id: "msg_1",
  event: "order.placed",
  about: "REQ-26071",
  kind: "bot",
  to: "chat 123",
  state: "waiting",
  attempts: 2,
  createdAt: at,
  attemptedAt: at,
  nextAttemptAt: at,
  answerStatus: null,
  answerText: null,
};

function rowIn(language: Language, problem: ShownText | null = null): string {
  const row = (
    <PageLanguage value={{ language }}>
      <table>
        <tbody>
          <DeliveryRow delivery={{ ...delivery, problem }} />
        </tbody>
      </table>
    </PageLanguage>
  );
  return wordsOf(written(row)).replaceAll("|", " ").replace(/\s+/g, " ");
}

test("[S11.1] a delivery is shown in the language of the page, in the order of its words", () => {
  for (const text of ["Chat 123", "Tried 2 times", "Next try: ", "None yet", "Send again Order placed REQ-26071"])
    expect(rowIn("en")).toContain(text);
  for (const text of ["चैट 123", "इंतज़ार में", "2 बार कोशिश हुई", "अगली कोशिश: ", "ऑर्डर हुआ REQ-26071 फिर से भेजें"])
    expect(rowIn("hi")).toContain(text);
});

test("[S11.1] what went wrong stands in the place of the answer", () => {
  expect(rowIn("hi", { text: "कनेक्शन नहीं हो सका।" })).toContain("कनेक्शन नहीं हो सका।");
  expect(rowIn("hi", { text: "The connection failed.", lang: "en" })).toContain("The connection failed.");
});
