// Followers as they are without a shop: Node's own server, which sends each the same first event and keeps the connection.
import { createServer, type ServerResponse } from "node:http";

const followers = new Set<ServerResponse>();
createServer((request, response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform" });
  response.write("retry: 2000\ndata: changed\n\n");
  followers.add(response);
  request.once("close", () => followers.delete(response));
}).listen(Number(process.env.PORT), "127.0.0.1");
setInterval(() => {
  for (const response of followers) response.write(":\n\n");
}, 25_000).unref();
