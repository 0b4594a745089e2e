// Next.js with its own server, whose answers are compressed as the shop's are.
import { createServer } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";
import next from "next";

const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 } };
const app = next({ dev: false, dir: import.meta.dirname });
await app.prepare();
const handle = app.getRequestHandler();

createServer((request, response) => {
  const pieces = [];
  const end = response.end.bind(response);
  response.write = (piece) => {
    pieces.push(Buffer.from(piece));
    return true;
  };
  response.end = (piece) => {
    if (piece && typeof piece !== "function") pieces.push(Buffer.from(piece));
    response.setHeader("content-encoding", "br");
    end(brotliCompressSync(Buffer.concat(pieces), options));
  };
  void handle(request, response);
}).listen(Number(process.env.PORT), "127.0.0.1");
