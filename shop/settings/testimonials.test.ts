import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { SettingsForm } from "./settings-form.ts";
import { readTestimonials } from "./testimonials.ts";

test("[S12.7] a testimonial is a line of words, name and perhaps place", () => {
  expect(readTestimonials(" Quick. | Ravi | Pune \n\nGood | Meera")).toEqual([
    { words: "Quick.", name: "Ravi", place: "Pune" },
    { words: "Good", name: "Meera", place: "" },
  ]);
  expect(readTestimonials("")).toEqual([]);
  for (const wrong of ["only words", "words | ", " | Ravi", "a | b | c | d", "a|b\na|b\na|b\na|b"])
    expect(readTestimonials(wrong), wrong).toBeNull();
});

test("[S12.7] own testimonials need at least one and at most three whole lines; a form without them leaves them", () => {
  const others = { name: "Night Mail", blurb: "", sinceYear: 2025, supportEmail: "", chatUrl: "", messagingUrl: "", idCheckerUrl: "" };
  const more = { adminCurrency: "₹", takesRequest: true, howToPay: "", timeZone: "Asia/Kolkata", ownerEmail: "" };
  const read = (fields: object) => parsed(SettingsForm, { ...others, ...more, ...fields });
  expect(read({})).toMatchObject({ ok: true, value: expect.not.objectContaining({ testimonialsShown: expect.anything() }) });
  expect(read({ testimonialsShown: "own", testimonials: "a | b\r\nc | d " })).toMatchObject({
    ok: true,
    value: { testimonials: "a | b\nc | d" },
  });
  expect(read({ testimonialsShown: "none", testimonials: "" })).toMatchObject({ ok: true });
  const refused = { ok: false, code: "testimonialsInvalid", field: "testimonials" };
  expect(read({ testimonialsShown: "own", testimonials: " " })).toMatchObject(refused);
  expect(read({ testimonialsShown: "own" })).toMatchObject(refused);
  expect(read({ testimonialsShown: "samples", testimonials: "only words" })).toMatchObject(refused);
  expect(read({ testimonialsShown: "some" })).toMatchObject({ ok: false });
});
