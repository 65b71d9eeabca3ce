import type { Page } from "#evidence/html/page.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import type { JudgeResult } from "../judge-result.ts";
import type { WcxbCase } from "./read-cases.ts";

/** A page of the benchmark, and what the audit reads of it. */
export interface WcxbPage extends WcxbCase {
	readonly page: Page;
	readonly digest: PageDigest;
	/** The page as text. */
	readonly html: string;
}

/** Something the benchmark knows of pages: it is asked of each, and answered for all of them. */
export interface WcxbQuestion {
	ask(page: WcxbPage): void;
	answer(): JudgeResult;
}
