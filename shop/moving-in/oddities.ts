/** What can be odd about a row of the database's export, in words: what is wrong, and what is done about it. */
export const oddities = {
  notOurs: { wrong: "not part of a shop", done: "left out" },
  priceAsText: { wrong: "the price is a text", done: "read as a number" },
} as const;
