import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { isFromAccount, useFormOfBuyer } from "./as-account.ts";

function addressFor(signedIn: object | null): string {
  const Component = () => useFormOfBuyer("/order-status/REQ-A/messages");
  const Page = createRoutesStub([{ id: "root", path: "/", Component }]);
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { root: { signedIn } } }} />);
}

test("[S14.13] a form says whether its page was shown to somebody who is logged in", () => {
  const said = ({ signedIn }: { signedIn: object | null }) => isFromAccount(new Request(`https://shop.example${addressFor(signedIn)}`));
  expect(said({ signedIn: { kind: "customer" } })).toBe(true);
  expect(said({ signedIn: null })).toBe(false);
});
