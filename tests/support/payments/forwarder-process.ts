import { argv } from "node:process";

/**
 * A forwarder of bank alerts, as a process of its own: sends one alert as JSON, a form or plain
 * text, as often as it is told, and prints the statuses. Arguments: address, secret, kind, times,
 * text, and when the bank sent it in ms.
 */
const [address = "", secret = "", kind = "json", times = "1", text = "", sentStamp = ""] = argv.slice(2);
const passedOn = { from: "VM-HDFCBK-S", text, sentStamp };
const sent: Record<string, { type: string; body: string; query?: string }> = {
  json: { type: "application/json; charset=utf-8", body: JSON.stringify(passedOn) },
  form: { type: "application/x-www-form-urlencoded", body: String(new URLSearchParams(passedOn)) },
  plain: { type: "text/plain", body: text, query: `?${new URLSearchParams({ from: passedOn.from, sentStamp })}` },
};
const { type = "", body = "", query = "" } = sent[kind] ?? {};
const send = () => fetch(address + query, { method: "POST", headers: { "content-type": type, authorization: `Bearer ${secret}` }, body });
const answers = await Promise.all(Array.from({ length: Number(times) }, send));
console.log(answers.map(({ status }) => status).join(" "));
