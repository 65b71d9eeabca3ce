import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";

/** Folder of the Web Content eXtraction Benchmark beside the checkout. */
export const WCXB = "data/wcxb";

/** Pages of the part of the benchmark that is used. */
export const WCXB_PAGES = 682;

export const WCXB_CONTENT_TYPE = "text/html; charset=utf-8";

/** What people say of a page, after they read it. */
const TRUTH = z.object({
	url: z.string(),
	_internal: z.object({ page_type: z.object({ primary: z.string() }) }),
	ground_truth: z.object({
		title: z.string().nullish(),
		author: z.string().nullish(),
		publish_date: z.string().nullish(),
		main_content: z.string().nullish(),
		with: z.array(z.string()).default([]),
		without: z.array(z.string()).default([]),
	}),
});

export interface WcxbCase {
	readonly id: string;
	/** A made-up one where the benchmark has lost it. */
	readonly url: string;
	/** `article`, `forum`, `product`, `listing`, `collection`, `documentation` or `service`. */
	readonly type: string;
	readonly title: string;
	/** "" where the page names nobody. */
	readonly author: string;
	/** As written, mostly `YYYY-MM-DD`; "" where the page has none. */
	readonly published: string;
	/** The main text. */
	readonly text: string;
	/** Passages that belong to the main text, and passages that do not. */
	readonly inside: readonly string[];
	readonly outside: readonly string[];
	/** The page as fetched, in UTF-8 whatever it says of itself. */
	readonly body: Uint8Array;
}

/** The cases of the folder one after the other, in the order of their ids. */
export function* wcxbCases(folder: string): Generator<WcxbCase> {
	const files = readdirSync(join(folder, "truth")).filter((file) => file.endsWith(".json"));
	for (const file of files.sort()) {
		const id = basename(file, ".json");
		const truth = TRUTH.parse(JSON.parse(readFileSync(join(folder, "truth", file), "utf8")));
		const { title, author, publish_date, main_content, with: inside, without } = truth.ground_truth;
		yield {
			id,
			url: truth.url || `https://example.com/${id}/`,
			type: truth._internal.page_type.primary,
			title: title ?? "",
			author: author ?? "",
			published: publish_date ?? "",
			text: main_content ?? "",
			inside,
			outside: without,
			body: gunzipSync(readFileSync(join(folder, "html", `${id}.html.gz`))),
		};
	}
}
