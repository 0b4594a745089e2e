import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openProgramServer, type ProgramServer } from "#tests/support/servers/program-server.ts";
import { callHttp, objectionTo } from "./http-call.server.ts";

let program: ProgramServer;
beforeAll(async () => {
  program = await openProgramServer();
});
beforeEach(() => {
  program.received.length = 0;
  program.answerWith({ status: 200, body: "ok" });
});
afterAll(() => program.close());

const SECRET = "123456789:AAF-secret_token_of_the_bot_0123456";
const limits = { allowsPrivate: true, timeoutMs: 10_000, answerMaxBytes: 500 };
const call = (url: string, given: Partial<Parameters<typeof callHttp>[1]> = {}) =>
  callHttp({ url, headers: { "content-type": "application/json" }, body: '{"₹":1}', secrets: [SECRET] }, { ...limits, ...given });
const failedWith = (error: string) => ({ code: "connectionFailedWith", words: { error } });

test("a call posts its body whole, and gives the status and the first bytes of what is answered", async () => {
  expect(await call(`${program.url}/hook?a=1`)).toEqual({ status: 200, text: "ok", retryAfterMs: null });
  expect(program.received).toMatchObject([{ path: "/hook?a=1", body: '{"₹":1}', headers: { "content-type": "application/json" } }]);

  program.answerWith({ status: 429, body: `\u0000a\r\n\u202eb${"x".repeat(100_000)}`, headers: { "retry-after": "7" } });
  const answer = await call(program.url);
  expect(answer).toMatchObject({ status: 429, text: expect.stringMatching(/^a b?x+$|^a bx+$/), retryAfterMs: 7_000 });
  expect("text" in answer && answer.text.length).toBeLessThanOrEqual(500);
});

test("a redirect is an answer, and is not followed", async () => {
  program.answerWith({ status: 307, headers: { location: `${program.url}/elsewhere` } });
  expect(await call(program.url)).toMatchObject({ status: 307 });
  expect(program.received).toHaveLength(1);
});

test("whoever hangs is given up in time: before the answer, in the middle of it, and while the name is looked up", async () => {
  program.answerWith(() => {});
  expect(await call(program.url, { timeoutMs: 100 })).toEqual({ problem: { code: "noAnswerWithin", words: { seconds: 0.1 } } });
  program.answerWith((response) => void response.writeHead(200).write("begun"));
  expect(await call(program.url, { timeoutMs: 2_000 })).toEqual({ status: 200, text: "begun", retryAfterMs: null });
  const lookUp = () => new Promise<never>(() => {});
  expect(await call("https://shop.example", { timeoutMs: 100, lookUp })).toEqual({
    problem: { code: "noAnswerWithin", words: { seconds: 0.1 } },
  });
});

test("an answer without end is not read to its end", async () => {
  program.answerWith((response) => {
    response.writeHead(200);
    const more = () => void (response.destroyed || response.write("x".repeat(65_536), more));
    more();
  });
  expect(await call(program.url, { timeoutMs: 30_000 })).toMatchObject({ status: 200, text: "x".repeat(500) });
});

test("an answer that repeats a secret loses it before it is cut, wherever the cut falls", async () => {
  for (const before of [0, 460, 470, 480, 493, 499]) {
    program.answerWith({ status: 400, body: `${"x".repeat(before)}${SECRET}${"y".repeat(600)}` });
    const answer = await call(program.url);
    const text = "text" in answer ? answer.text : "";
    expect(text).toContain("x".repeat(before));
    expect(text).not.toMatch(/1|secret/);
  }
  program.answerWith((response) => void response.writeHead(400).write(SECRET.slice(0, 30)));
  expect(await call(program.url, { timeoutMs: 1_000 }), "broken off").toMatchObject({ text: "…" });
});

test("an answer whose head is endless, large or slow is given up", async () => {
  const spoken = (text: string) => program.answerWith((response) => void response.socket?.write(text));
  spoken(`HTTP/1.1 200 OK\r\n${"x-bomb: y\r\n".repeat(20_000)}\r\n`);
  expect(await call(program.url)).toEqual({ problem: failedWith("HPE_HEADER_OVERFLOW") });
  spoken(`HTTP/1.1 200 OK\r\nx-bomb: ${"y".repeat(1_000_000)}`);
  expect(await call(program.url)).toEqual({ problem: failedWith("HPE_HEADER_OVERFLOW") });
  spoken("gopher\r\n\r\n");
  expect(await call(program.url)).toEqual({ problem: failedWith(expect.stringMatching(/^HPE_\w+$/)) });
  const speaking = (text: string) =>
    program.answerWith((response) => {
      const more = setInterval(() => response.socket?.write(text), 10);
      response.once("close", () => clearInterval(more));
    });
  for (const slow of ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"]) {
    speaking(slow);
    expect(await call(program.url, { timeoutMs: 300 })).toEqual({ problem: { code: "noAnswerWithin", words: { seconds: 0.3 } } });
  }
  program.answerWith((response) => {
    const letters = [..."HTTP/1.1 200 OK\r\nx: 1234567890123456789012345678901234567890"];
    const more = setInterval(() => response.socket?.write(letters.shift() ?? "0"), 10);
    response.once("close", () => clearInterval(more));
  });
  expect(await call(program.url, { timeoutMs: 300 }), "letter by letter").toEqual({
    problem: { code: "noAnswerWithin", words: { seconds: 0.3 } },
  });
});

test("whoever wants to speak another protocol instead of answering is given up at once", async () => {
  program.answerWith((response) => void response.socket?.write("HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"));
  expect(await call(program.url)).toEqual({ problem: { code: "connectionFailed" } });
});

test("a connection that breaks or is refused is reported in a word that repeats no address", async () => {
  program.answerWith((response) => void response.destroy());
  expect(await call(`${program.url}/secret-path`)).toEqual({ problem: failedWith("ECONNRESET") });
  const closed = await openProgramServer();
  await closed.close();
  expect(await call(`${closed.url}/secret-path`)).toEqual({ problem: failedWith("ECONNREFUSED") });
  const lookUp = () => Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND shop.example"), { code: "ENOTFOUND" }));
  expect(await call("https://shop.example", { lookUp })).toEqual({ problem: { code: "hostNotFound" } });
});

test("a name that leads into this machine or a private network is not called, also among others", async () => {
  const port = new URL(program.url).port;
  const leadingTo = (...addresses: string[]) =>
    call(`https://hook.example:${port}/`, {
      allowsPrivate: false,
      timeoutMs: 2_000,
      lookUp: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    });
  const refused = { problem: { code: "addressNotPublic" } };
  for (const address of ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fe80::1"])
    expect(await leadingTo(address), address).toEqual(refused);
  expect(await leadingTo("127.0.0.1", "::1")).toEqual(refused);
  expect(program.received).toEqual([]);
});

test("a name is looked up once, and the connection goes to what was found then", async () => {
  const { port } = new URL(program.url);
  const asked: string[] = [];
  const lookUp = async (name: string) => {
    asked.push(name);
    return asked.length === 1 ? [{ address: "127.0.0.1", family: 4 }] : [{ address: "192.0.2.1", family: 4 }];
  };
  expect(await call(`http://rebound.example:${port}/`, { lookUp })).toMatchObject({ status: 200 });
  expect(asked).toEqual(["rebound.example"]);
  expect(program.received).toMatchObject([{ headers: { host: `rebound.example:${port}` } }]);
});

test("an address is objected to by itself: plain http, a password, and every way to write a private one", () => {
  const strict = (url: string) => objectionTo(url, { allowsPrivate: false });
  expect(strict("https://hook.example/path")).toBeNull();
  expect(strict("https://8.8.8.8/")).toBeNull();
  expect(strict("http://hook.example/")).toBe("not https");
  expect(strict("https://name:word@hook.example/")).toBe("with a password");
  for (const url of ["", "hook.example", "ftp://hook.example", "file:///etc/passwd", "javascript:alert(1)"])
    expect(strict(url), url).toBe("not an address");
  const hosts = [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "017700000001",
    "127.1",
    "[::1]",
    "[::ffff:7f00:1]",
    "[fd00::1]",
    "localhost",
    "a.localhost",
  ];
  for (const host of [...hosts, "localhost.", "127.0.0.1."]) expect(strict(`https://${host}/`), host).toBe("not public");
  expect(objectionTo("http://127.0.0.1:9/", { allowsPrivate: true })).toBeNull();
});
