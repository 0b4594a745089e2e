/** Answers with a picture that no cache keeps and no page of another site reads. */
export function privatePicture(bytes: Uint8Array<ArrayBuffer>, type: "image/png" | "image/jpeg", fileName: string): Response {
  return new Response(bytes, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `inline; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
