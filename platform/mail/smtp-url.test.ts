import { expect, test } from "vitest";
import { readSender, readSmtpUrl } from "./smtp-url.ts";

test.each([
  ["smtp://mail.example", { port: 587, tls: "required" }],
  ["smtps://mail.example", { port: 465, tls: "always" }],
  ["smtp://mail.example:2525?tls=off", { port: 2525, tls: "off" }],
  ["smtp://127.0.0.1:25", { port: 25, tls: "offered" }],
  ["smtp://[::1]", { host: "::1", tls: "offered" }],
  ["smtp://me%40mail.example:a%2Fb@mail.example/", { user: "me@mail.example", password: "a/b" }],
])("%s is read; a server elsewhere must encrypt unless told otherwise", (url, expected) => {
  expect(readSmtpUrl(url)).toMatchObject(expected);
});

test.each([
  "mail.example",
  "http://mail.example",
  "smtp:",
  "smtp://mail.example/path",
  "smtp://mail.example?tls=maybe",
  "smtp://a%ff@mail.example",
  "",
])("%j is no mail server", (url) => {
  expect(readSmtpUrl(url)).toBeNull();
});

test.each([
  ["mail@shop.example", { name: null, address: "mail@shop.example" }],
  ["Trackside <mail@shop.example>", { name: "Trackside", address: "mail@shop.example" }],
  ['"The Shop, Delhi" <mail@shop.example>', { name: "The Shop, Delhi", address: "mail@shop.example" }],
  ["no-reply@localhost", { name: null, address: "no-reply@localhost" }],
])("%s is a sender", (text, expected) => {
  expect(readSender(text)).toEqual(expected);
});

test.each(["shop", "a@b, c@d", "Shop <a@b", "<>", "a@b\r\nBcc: c@d", "Shop\r\nBcc: c@d <a@b>", "a b@c"])("%j is no sender", (text) => {
  expect(readSender(text)).toBeNull();
});
