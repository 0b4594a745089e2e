/** Of whoever asks, all that a deed for admins alone looks at. Every `Visitor` is one. [S6.3] */
export type Asker = { kind: "guest" | "customer" | "admin" };
