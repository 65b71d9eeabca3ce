import type { PageSource } from "./page-source.ts";

/** Parts of a site that mutations can change. */
export interface SiteParts {
	readonly host: string;
	readonly page: PageSource;
	/** Text of robots.txt, or empty. */
	readonly robots: string;
}

export interface Change {
	/** The home page's source. */
	readonly html?: string | undefined;
	readonly robots?: string;
	/** Additional files by path. */
	readonly files?: Readonly<Record<string, string | ChangedFile>>;
	/** Body that the host sends with status 200 for missing files. */
	readonly missing?: string;
	/** Header fields of the home page; null removes one. */
	readonly headers?: Readonly<Record<string, string | null>>;
	readonly status?: number;
}

interface ChangedFile {
	readonly status?: number;
	readonly type: string;
	readonly body: string;
}

export interface Floor {
	readonly points: number;
	/** A cap: a score low enough without a loss of this many points. */
	readonly orAtMost?: number;
	/** Checks that must pass on the original. */
	readonly checks: readonly string[];
}

/** One named fault for a working site. */
export interface Mutation {
	readonly name: string;
	/** `nothing` for what is the owner's choice, `never` for what is right, which may earn points. */
	readonly costs: "something" | "nothing" | "never";
	/** Minimum loss if the damaged part was right. */
	readonly atLeast?: Floor;
	/** The change; empty if it does not apply to the site. */
	apply(site: SiteParts): Change;
}

/** A mutation of only the home page's source. */
export function ofPage(name: string, edit: (page: PageSource, host: string) => void, atLeast?: Floor): Mutation {
	return {
		name,
		costs: "something",
		...(atLeast === undefined ? {} : { atLeast }),
		apply({ page, host }) {
			const edited = page.fresh();
			edit(edited, host);
			const html = edited.edited();
			return html === undefined ? {} : { html };
		},
	};
}
