export { default, loader, meta } from "./add-product.tsx";
export { action, clientAction } from "./description-preview.ts";
