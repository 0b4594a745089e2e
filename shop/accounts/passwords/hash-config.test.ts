import { expect, test } from "vitest";
import { readHashConfig } from "./hash-config.ts";

const file = { algorithm: "SCRYPT", base64_signer_key: "jxsp/A==", base64_salt_separator: "Bw==", rounds: 8, mem_cost: 14 };
const read = { signerKey: "jxsp/A==", saltSeparator: "Bw==", rounds: 8, memCost: 14 };

test("[S7.4] a hash configuration is read as JSON, within its name, and as the lines that the service's console shows", () => {
  expect(readHashConfig(JSON.stringify(file))).toEqual(read);
  expect(readHashConfig(JSON.stringify({ hash_config: file }))).toEqual(read);
  const lines = Object.entries(file).map(([name, value]) => `  ${name}: ${value},`);
  expect(readHashConfig(`hash_config {\n${lines.join("\n")}\n}`)).toEqual(read);
});

test.for([
  ["another algorithm", { ...file, algorithm: "BCRYPT" }],
  ["more memory than the service ever takes", { ...file, mem_cost: 24 }],
  ["no rounds", { ...file, rounds: 0 }],
  ["no key", { ...file, base64_signer_key: "" }],
  ["a key that is no base64", { ...file, base64_signer_key: "<key>" }],
])("a hash configuration with %s is not read", ([, config]) => {
  expect(readHashConfig(JSON.stringify(config))).toBeNull();
});

test("what is no hash configuration is not read", () => {
  for (const text of ["", "null", "[]", "hello", '{"users": []}']) expect(readHashConfig(text)).toBeNull();
});
