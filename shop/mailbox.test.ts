import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox.ts";

test.each([
  ["asha@example.com", "asha@example.com"],
  [" Asha@Example.COM ", "asha@example.com"],
  ["asha+1@example.com", "asha@example.com"],
  ["asha+a+b@example.com", "asha@example.com"],
  ["a.sha@example.com", "a.sha@example.com"],
  ["A.s.h.a+shop@gmail.com", "asha@gmail.com"],
  ["asha@googlemail.com", "asha@gmail.com"],
  ["+1@example.com", "+1@example.com"],
  ["asha@gmail.com.example", "asha@gmail.com.example"],
  ["asha@constructor", "asha@constructor"],
])("[S8.3] %s leads to %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test("[S8.3] an address of a megabyte of plus signs takes no time", () => {
  expect(mailboxOf(`a${"+".repeat(1_000_000)}@example.com`)).toBe("a@example.com");
});
