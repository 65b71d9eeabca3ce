import type { Exhibit } from "#core/verdict.ts";
import type { Evidence, UsageStatement } from "#evidence/evidence-map.ts";
import { linkTargets } from "./canonical-links.ts";
import { clip, exhibitsOf, headerExhibit } from "./exhibits.ts";

/** The 3 uses that Content Signals and AI Preferences share, in Cloudflare's terms. */
export type UsageCategory = "search" | "ai-input" | "ai-train";

interface Vocabulary {
	readonly keys: Readonly<Record<string, UsageCategory | "other">>;
	readonly yes: string;
	readonly no: string;
	/** Keys with their own values. */
	readonly values: Readonly<Record<string, readonly string[]>>;
}

/**
 * Content-Signal: the policy text of contentsignals.org; `use` is from Cloudflare's managed robots.txt. Content-Usage:
 * draft-ietf-aipref-vocab, including labels of earlier versions, because files outlive drafts.
 */
export const VOCABULARIES: Readonly<Record<UsageStatement["field"], Vocabulary>> = {
	"content-signal": {
		keys: { search: "search", "ai-input": "ai-input", "ai-train": "ai-train", use: "other" },
		yes: "yes",
		no: "no",
		values: { use: ["immediate", "reference", "full"] },
	},
	"content-usage": {
		keys: {
			search: "search",
			"ai-use": "ai-input",
			"train-ai": "ai-train",
			"train-genai": "ai-train",
			ai: "other",
			bots: "other",
			genai: "other",
			tdm: "other",
		},
		yes: "y",
		no: "n",
		values: {},
	},
};

/** A statement's position on a use: true for yes, false for no; undefined if it has none. */
export function stanceOf({ field, preferences }: UsageStatement, category: UsageCategory): boolean | undefined {
	const { keys, yes, no } = VOCABULARIES[field];
	const said = preferences.filter(({ key }) => keys[key] === category).map(({ value }) => value);
	// The strictest statement wins (draft-ietf-aipref-vocab, "Combining Preferences").
	if (said.includes(no)) return false;
	return said.includes(yes) ? true : undefined;
}

export interface PlacedStatement {
	readonly statement: UsageStatement;
	readonly url: string;
}

export function statementsOf({ robots, home }: Pick<Evidence, "robots" | "home">): readonly PlacedStatement[] {
	const lines = robots.state === "found" && robots.value.kind === "text" ? robots.value.usage : [];
	const headers = home.state === "found" ? (home.value.response.usage ?? []) : [];
	return [
		...lines.map((statement) => ({ statement, url: robots.url })),
		...headers.map((statement) => ({ statement, url: home.url })),
	];
}

export interface Reservation {
	/** `reserves text and data mining (TDMRep)` */
	readonly says: string;
	readonly exhibits: readonly Exhibit[];
}

const RSL = "application/rsl+xml";

/**
 * Other terms for use by machines: the TDM Reservation Protocol of W3C's community group
 * (https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/) and RSL 1.0 (https://rslstandard.org/rsl).
 */
export function reservationsOf({ robots, home }: Pick<Evidence, "robots" | "home">): readonly Reservation[] {
	const lines = robots.state === "found" && robots.value.kind === "text" ? (robots.value.licenses ?? []) : [];
	const found = lines.map(({ url, line }) =>
		license(url, [{ url: robots.url, at: `line ${line}`, excerpt: clip(`License: ${url}`) }]),
	);
	if (home.state !== "found") return found;
	const page = home.value;
	const header = page.response.headers["tdm-reservation"];
	const metas = page.digest.metas.filter(({ key, by }) => by === "name" && key === "tdm-reservation");
	const links = page.digest.links.filter(({ rel, type }) => rel.includes("license") && type?.toLowerCase() === RSL);
	return [
		...found,
		...(header === undefined ? [] : tdm(header, headerExhibit(page, "tdm-reservation", header))),
		...metas.flatMap((meta) => tdm(meta.content, exhibitsOf(page, [meta]))),
		...links.map((link) => license(link.href ?? "", exhibitsOf(page, [link]))),
		...linkTargets(page.response.headers.link, "license", RSL).map((url) =>
			license(url, headerExhibit(page, "link", `<${url}>; rel="license"`)),
		),
	];
}

function license(address: string, exhibits: readonly Exhibit[]): Reservation {
	return { says: `names terms of use at ${clip(address, 100)} (RSL)`, exhibits };
}

/** 1 reserves the right, 0 waives it; other values mean nothing. */
function tdm(value: string, exhibits: readonly Exhibit[]): Reservation[] {
	const verb = { "1": "reserves", "0": "allows" }[value.trim()];
	return verb === undefined ? [] : [{ says: `${verb} text and data mining (TDMRep)`, exhibits }];
}
