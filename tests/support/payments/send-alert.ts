type Alert = { text: string; sentStamp: number };

/** The sender of the bank's messages, as phones write it. */
const FROM = "VM-HDFCBK-S";

/** The forms in which forwarders pass on an alert. */
const forms = {
  json: (alert: Alert) => ({ type: "application/json; charset=utf-8", body: JSON.stringify({ from: FROM, ...alert }), query: "" }),
  form: ({ text, sentStamp }: Alert) => ({
    type: "application/x-www-form-urlencoded",
    body: String(new URLSearchParams({ from: FROM, text, sentStamp: String(sentStamp) })),
    query: "",
  }),
  plain: ({ text, sentStamp }: Alert) => ({
    type: "text/plain",
    body: text,
    query: `?${new URLSearchParams({ from: FROM, sentStamp: String(sentStamp) })}`,
  }),
};

/** Passes on a bank alert like a phone, without cookies and Origin; resolves to the answer's status. */
export async function sendAlert(shop: string, secret: string, form: keyof typeof forms, alert: Alert): Promise<number> {
  const { type, body, query } = forms[form](alert);
  const headers = { "content-type": type, authorization: `Bearer ${secret}` };
  const answer = await fetch(`${shop}/api/payments/bank-alerts${query}`, { method: "POST", headers, body });
  await answer.bytes();
  return answer.status;
}
