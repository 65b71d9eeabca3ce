import type { Preset } from "#core/preset.ts";
import type { Outcome } from "#core/verdict.ts";
import type { RenderedPage } from "#evidence/evidence-map.ts";

/** An answer of the example's server. */
export interface ExampleAnswer {
	/** 200 by default. */
	readonly status?: number;
	/** Lower-case names. By default the type follows from the path: `text/html` for pages. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** So many spaces behind the body: what matters is how long it is. */
	readonly padding?: number;
	/** Milliseconds until the answer began. */
	readonly ttfb?: number;
	/** Node's code of a certificate that is not trusted, such as `CERT_HAS_EXPIRED`. */
	readonly badCertificate?: string;
	/** Failure code in place of an answer, such as `connection-refused`. */
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
 * A small site on which one check must come to one outcome: the example that its page shows, the case that its test
 * runs through the whole engine, and the planted fault that the truth table counts. Whatever it does not say is as on
 * the plain site of `test/truth/example-site.ts`, where no check finds a fault.
 */
export interface CheckExample {
	/** What is special about it: `A comma too many`. Unique within the check. */
	readonly name: string;
	readonly outcome: Exclude<Outcome, "unknown">;
	/** Added to the home page's head. */
	readonly head?: string;
	/** Added to the home page's main part. */
	readonly body?: string;
	/** The whole home page, in place of the plain one. */
	readonly page?: string;
	/** Header fields of the home page beside the plain ones; null takes one away. */
	readonly headers?: Readonly<Record<string, string | null>>;
	/**
	 * Further answers, by path or by absolute address (`http://example.com/`, `https://www.example.com/`); a text is a
	 * body, null is a 404. `/` stands for the home page with all its headers.
	 */
	readonly files?: Readonly<Record<string, string | ExampleAnswer | null>>;
	/** Kind of site, where it is not the one that is detected. */
	readonly preset?: Preset;
	/** Audited as a folder in place of the network. */
	readonly folder?: true;
	/** What a browser saw where it differs from the page as it was sent; for checks of the rendered page. */
	readonly rendered?: Partial<RenderedPage>;
}

/** The examples of one check; at least one that passes, one that fails or earns a part, one where it does not apply. */
export interface CheckExamples {
	/** Id of the check. */
	readonly check: string;
	readonly examples: readonly CheckExample[];
}

const ADDRESS = "https://example.com/blog/how-to-boil-glue/";

/** A site whose address leads on to an article, since a home page is none. */
export function articleAt(
	parts: { readonly head?: string; readonly body?: string },
	address = ADDRESS,
): Pick<CheckExample, "files"> {
	const { head = "", body = "" } = parts;
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>How to boil glue</title>${head}</head>
<body><main><h1>How to boil glue</h1>${body}<p>${"Soak the pearls over night, then warm them in a bath of water. ".repeat(30)}</p></main></body></html>`;
	return { files: { "/": { status: 301, headers: { location: address } }, [new URL(address).pathname]: page } };
}
