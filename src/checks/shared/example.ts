import type { Preset } from "#core/preset.ts";
import type { Outcome } from "#core/verdict.ts";
import type { RenderedPage } from "#evidence/evidence-map.ts";

export interface ExampleAnswer {
	/** 200 by default. */
	readonly status?: number;
	/** Lower-case names. The type defaults to the path's: `text/html` for pages. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Number of spaces appended to the body, for its length. */
	readonly padding?: number;
	/** Milliseconds to the first byte. */
	readonly ttfb?: number;
	/** Node's error code of an untrusted certificate, such as `CERT_HAS_EXPIRED`. */
	readonly badCertificate?: string;
	readonly failure?: "connection-refused" | "name-not-found" | "connection-timeout" | "headers-timeout";
	/** Responses to `Accept: text/markdown`, a browser's User-Agent, a JSON-RPC method by POST, and the second request. */
	readonly when?: {
		readonly markdown?: ExampleAnswer | string;
		readonly browser?: ExampleAnswer | string;
		readonly rpc?: Readonly<Record<string, ExampleAnswer | string>>;
		readonly again?: ExampleAnswer | string;
	};
}

/**
 * Shown on the check's page, run by its test, counted in the truth table. Whatever it omits comes from the plain site
 * of `test/truth/example-site.ts`, which has no faults.
 */
export interface CheckExample {
	/** What it demonstrates: `A comma too many`. Unique within the check. */
	readonly name: string;
	readonly outcome: Outcome;
	readonly head?: string;
	readonly body?: string;
	/** The whole home page, instead of the plain one. */
	readonly page?: string;
	/** Header fields of the home page, added to the plain ones; null removes one. */
	readonly headers?: Readonly<Record<string, string | null>>;
	/**
	 * By path or absolute address (`http://example.com/`): a string is a body, null a 404. `/`: the home page and its
	 * headers.
	 */
	readonly files?: Readonly<Record<string, string | ExampleAnswer | null>>;
	readonly preset?: Preset;
	readonly folder?: true;
	/** Runs a deep audit, although the check also runs in light ones. */
	readonly deep?: true;
	readonly rendered?: Partial<RenderedPage>;
}

/** A check's examples: at least one pass, one failure or partial pass, and one where it does not apply. */
export interface CheckExamples {
	readonly check: string;
	readonly examples: readonly CheckExample[];
}

const ADDRESS = "https://example.com/blog/how-to-boil-glue/";

/** Long enough for an article. */
export const PROSE = `<p>Soak the pearls in cold water over night, as much water as covers them twice. In the morning they have swollen
to a clear jelly, and what is left of the water is poured off. Put the jelly into a small pot, and the pot into a
larger one that is half full of water, so that it never touches the fire itself.</p>
<p>Warm it slowly. At sixty degrees the jelly melts; at eighty it begins to lose its strength, which no cooling
brings back. A thermometer for milk is exact enough. Stir with a stick of beech, and lift off the skin that forms
on top.</p>
<p>The glue is right when it runs from the brush in a thread and not in drops. Too thick, it takes a spoonful of
hot water; too thin, it wants another hour without a lid. Brush it on both sides while the wood is warm, press the
joint together within 2 minutes, and leave the clamps where they are until next day.</p>
<p>What you do not use keeps for a week in a cool room. Once it smells, throw it away, wash the pot with soda, and
begin again with fresh pearls: glue that has spoiled holds nothing, and its smell stays in the book for years.</p>`;

/** A site with an article below the home page, because a home page never is one. */
export function articleAt(
	parts: { readonly head?: string; readonly body?: string },
	address = ADDRESS,
): Pick<CheckExample, "files"> {
	const { head = "", body = "" } = parts;
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>How to boil glue</title>${head}</head>
<body><main><h1>How to boil glue</h1>${body}${PROSE}</main></body></html>`;
	return { files: { "/": { status: 301, headers: { location: address } }, [new URL(address).pathname]: page } };
}

/** A small page with its own text, next to the plain site's. */
export function examplePage(title: string, head = "", body = ""): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, in a few words that stand on this page alone.</p>${body}</main></body></html>`;
}
