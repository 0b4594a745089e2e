import type { Answer } from "#web/parts/forms/use-answer.ts";

/** The answer to saving a page: in which language, and what was typed if it was refused. */
export type PageAnswer = Answer & { language?: string; typed?: { title: string; html: string; isPublished: boolean } };
