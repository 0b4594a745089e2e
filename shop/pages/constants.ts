export const PAGE_TITLE_MAX_LENGTH = 100;
export const PAGE_HTML_MAX_LENGTH = 50_000;
