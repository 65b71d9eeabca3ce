import { VERSION } from "#core/brand.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Report } from "#core/report.ts";

/** A small report that is valid by its schema. */
export function exampleReport(): Report {
	return {
		domain: "shop.example.com",
		source: "network",
		mode: "light",
		auditedAt: "2026-11-21T02:00:00.000Z",
		methodology: METHODOLOGY,
		engine: VERSION,
		preset: { key: "general", says: "Nothing declares a more particular kind of site." },
		ok: true,
		scores: {
			overall: 71,
			ungated: 71,
			axes: { structure: 50, accessibility: 100 },
			engines: { search: 70, answers: 72 },
			pillars: [{ key: "content", label: "Content extraction", score: 50, summary: "0 of 1 check passes, 1 in part." }],
		},
		coverage: 1,
		gates: [],
		notApplicable: [],
		findings: [
			{
				id: "heading-outline",
				title: "Headings form an outline",
				pillar: "content",
				axis: "structure",
				engines: ["search", "answers"],
				outcome: "partial",
				scored: true,
				ratio: 0.5,
				weight: 2,
				lift: 29,
				says: "The page has no h1.",
				fix: "Add <h1>Shop</h1>.",
				reference: "https://www.w3.org/TR/WCAG22/#headings-and-labels",
				evidence: [{ url: "https://shop.example.com/", at: "line 3, column 1", excerpt: "<h2>Shop</h2>" }],
			},
		],
		responses: [{ url: "https://shop.example.com/", status: 200, sha256: "a".repeat(64), bytes: 120 }],
	};
}
