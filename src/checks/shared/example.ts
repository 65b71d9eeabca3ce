import type { Preset } from "#core/preset.ts";
import type { Outcome } from "#core/verdict.ts";
import type { RenderedPage } from "#evidence/evidence-map.ts";

export interface ExampleAnswer {
	/** 200 by default. */
	readonly status?: number;
	/** Lower-case names. By default the type follows from the path: `text/html` for pages. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Number of spaces behind the body, for its length. */
	readonly padding?: number;
	/** Milliseconds until the answer began. */
	readonly ttfb?: number;
	/** Node's code of a certificate that is not trusted, such as `CERT_HAS_EXPIRED`. */
	readonly badCertificate?: string;
	readonly failure?: "connection-refused" | "name-not-found" | "connection-timeout" | "headers-timeout";
	/** To `Accept: text/markdown`, to a browser's User-Agent, to a JSON-RPC method by POST, and the second time. */
	readonly when?: {
		readonly markdown?: ExampleAnswer | string;
		readonly browser?: ExampleAnswer | string;
		readonly rpc?: Readonly<Record<string, ExampleAnswer | string>>;
		readonly again?: ExampleAnswer | string;
	};
}

/**
 * Shown on the check's page, run by its test, counted by the truth table. What it leaves out is as on the plain site of
 * `test/truth/example-site.ts`, where no check finds a fault.
 */
export interface CheckExample {
	/** What is special about it: `A comma too many`. Unique within the check. */
	readonly name: string;
	readonly outcome: Outcome;
	readonly head?: string;
	readonly body?: string;
	/** The whole home page, in place of the plain one. */
	readonly page?: string;
	/** Header fields of the home page beside the plain ones; null takes one away. */
	readonly headers?: Readonly<Record<string, string | null>>;
	/**
	 * By path or absolute address (`http://example.com/`): a text is a body, null a 404. `/`: the home page with its
	 * headers.
	 */
	readonly files?: Readonly<Record<string, string | ExampleAnswer | null>>;
	readonly preset?: Preset;
	readonly folder?: true;
	/** Audited deeply, though the check looks at something in light audits too. */
	readonly deep?: true;
	readonly rendered?: Partial<RenderedPage>;
}

/** The examples of one check; at least one that passes, one that fails or earns a part, one where it does not apply. */
export interface CheckExamples {
	readonly check: string;
	readonly examples: readonly CheckExample[];
}

const ADDRESS = "https://example.com/blog/how-to-boil-glue/";

/** A site whose address leads on to an article, since a home page never is one. */
export function articleAt(
	parts: { readonly head?: string; readonly body?: string },
	address = ADDRESS,
): Pick<CheckExample, "files"> {
	const { head = "", body = "" } = parts;
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>How to boil glue</title>${head}</head>
<body><main><h1>How to boil glue</h1>${body}<p>${"Soak the pearls over night, then warm them in a bath of water. ".repeat(30)}</p></main></body></html>`;
	return { files: { "/": { status: 301, headers: { location: address } }, [new URL(address).pathname]: page } };
}
