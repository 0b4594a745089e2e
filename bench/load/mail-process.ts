import { openMailServer } from "#tests/support/servers/mail-server.ts";

/**
 * A mail server as a process of its own: `node mail-process.ts <round trip in ms>`. It says its
 * address, and then to whom each email went that it accepted.
 */
const server = await openMailServer({
  roundTripMs: Number(process.argv[2] ?? 0),
  answer(address) {
    process.send?.({ to: address });
    return null;
  },
});
process.send?.({ url: server.url });
process.on("disconnect", () => process.exit());
