import type { Comparison } from "#core/audit-result.ts";
import { bandOf } from "#site/brief/band.ts";
import {
	comparisonHeadline,
	comparisonView,
	NONE,
	type ScoreRow,
	signedPoints,
} from "#site/compare/comparison-view.ts";
import { element, quoted, showOverlay } from "./overlays.ts";
import { type PageTool, siteOf, type ToolCall, ToolFault } from "./page-tool.ts";
import type { Place } from "./place.ts";

export const compareDomains: PageTool = {
	async run({ input, api, place, signal, say }) {
		const [domainA, domainB] = [siteOf(input.domainA), siteOf(input.domainB)];
		if (domainA === domainB) {
			const says = `Both fields have ${domainA}. Name 2 different sites.`;
			throw new ToolFault("input-invalid", says);
		}
		say(`Auditing ${domainA} and ${domainB}.`);
		const comparison = await compared({ api, signal }, { domainA, domainB });
		const { a, b } = comparison;
		const about = [a.domain, b.domain];
		const title = `${a.domain} and ${b.domain} side by side`;
		if (!comparison.ok) {
			showOverlay(
				title,
				element("p", { text: "There is nothing to compare: at least one site could not be audited." }),
				sidesOf(comparison, place),
			);
			return { text: comparison.error, data: comparison, about };
		}
		const { difference } = comparison;
		const { scores } = comparisonView(comparison);
		const says = comparisonHeadline(a.domain, b.domain, difference.overallScore);
		showOverlay(title, element("p", { text: says }), sidesOf(comparison, place), tableOf(scores, title));
		const rows = scores.map(
			(row) => `${row.label}: A ${shown(row.a)}, B ${shown(row.b)}, A minus B ${signedPoints(row.difference)}`,
		);
		const text = [`A is ${a.domain}, B is ${b.domain}.`, says, ...rows, "The page shows them side by side."].join("\n");
		return { text, data: comparison, about };
	},
};

/** Returns known facts even if a score is missing, as over MCP. */
async function compared({ api, signal }: Pick<ToolCall, "api" | "signal">, domains: object): Promise<Comparison> {
	try {
		return (await api.post("public/compare", domains, signal)) as Comparison;
	} catch (error) {
		const body = error instanceof ToolFault ? error.body : undefined;
		if (typeof body === "object" && body !== null && "a" in body && "b" in body) return body as Comparison;
		throw error;
	}
}

/** Uses letters as column headings, because site names may be too wide. */
function tableOf(scores: readonly ScoreRow[], title: string): HTMLElement {
	const head = ["Part", "A", "B", "Difference"].map((text) => element("th", { text, with: { scope: "col" } }));
	const rows = scores.map((row) =>
		element(
			"tr",
			{},
			element("th", { text: row.label, with: { scope: "row" } }),
			...[shown(row.a), shown(row.b), signedPoints(row.difference)].map((text) =>
				element("td", { text, kind: "numeric" }),
			),
		),
	);
	return element(
		"table",
		{ kind: "tool-compared" },
		element("caption", { text: title, kind: "unseen" }),
		element("thead", {}, element("tr", {}, ...head)),
		element("tbody", {}, ...rows),
	);
}

function sidesOf({ a, b }: Comparison, { links }: Place): HTMLElement {
	const sides = [a, b].map((side, at) => {
		const says = side.ok
			? `${side.overallScore} of 100, ${(bandOf(side.overallScore).words).toLowerCase()}.`
			: side.error;
		const brief = element("a", { text: `Read the brief of ${side.domain}`, with: { href: links.brief(side.domain) } });
		return element(
			"p",
			{},
			element("b", {}, at === 0 ? "A: " : "B: ", quoted(side.domain)),
			" ",
			quoted(says),
			...(side.receipt ? [" ", brief] : []),
		);
	});
	return element("div", {}, ...sides);
}

function shown(score: number | null): string {
	return score === null ? NONE : String(score);
}
