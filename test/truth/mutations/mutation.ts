import type { PageSource } from "./page-source.ts";

/** What a mutation may change of a site. */
export interface SiteParts {
	readonly host: string;
	readonly page: PageSource;
	/** Text of robots.txt; empty where there is none. */
	readonly robots: string;
}

export interface Change {
	/** The home page's source. */
	readonly html?: string | undefined;
	readonly robots?: string;
	/** Further files that are there, by path. */
	readonly files?: Readonly<Record<string, string | ChangedFile>>;
	/** What the host sends with status 200 for what it has not. */
	readonly missing?: string;
	/** Fields of the home page's answer; null drops one. */
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
	/** A score that is no loss of so many points, and low enough all the same: a cap. */
	readonly orAtMost?: number;
	/** Checks that must have passed before. */
	readonly checks: readonly string[];
}

/** One named fault, put into a site that works. */
export interface Mutation {
	readonly name: string;
	/** `nothing` for what is the owner's choice, `never` for what is right, which may earn points. */
	readonly costs: "something" | "nothing" | "never";
	/** Points that it costs at least where the page was right in what is spoilt. */
	readonly atLeast?: Floor;
	/** The change; one without members where the site has nothing to change. */
	apply(site: SiteParts): Change;
}

/** A mutation of the home page's source alone. */
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
