/** Extreme briefs: the longest texts, no findings, no score. Never shipped. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NAMED_ENGINES } from "#audit/reach.ts";
import { CHECKS } from "#checks/registry.ts";
import { BRIEF_SECTIONS, NOTE_LENGTH } from "#core/agency/agency.ts";
import { sha256Hex } from "#core/bytes.ts";
import { listLine, type Occurrence } from "#core/occurrence.ts";
import { PILLARS } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import { REPORT_LIMITS } from "#core/report.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { EvidenceFiles, listBeside, packFound } from "#receipts/store/evidence-archive.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import {
	failedReceipt,
	gatedReceipt,
	makeFinding,
	makeReceipt,
	makeScores,
} from "#site/publication/receipt.testkit.ts";

export const FULL = "full.example.org";
export const FAILED = "failed.example.org";
export const PERFECT = "perfect.example.org";
export const NOTHING = "nothing.example.org";
/** 230 characters, about the maximum for a host whose pages are files. */
export const LONGEST = `${["a", "b", "c"].map((letter) => letter.repeat(63)).join(".")}.${"d".repeat(26)}.example.org`;
export const ARABIC = "xn--mgbh0fb.xn--kgbechtv.example.org";
/** An audit of many pages with the list of all occurrences. */
export const WHOLE = "whole.example.org";
/** Also full, for an agency with a custom order of sections. */
export const ORDERED = "ordered.example.org";
export const CLIENT = "Fjord & Fjell Outdoor Equipment, Shops and Rentals of Western Norway";
export const AGENCY = "Northlight Partners for Structure, Search and Accessibility";
export const FINDINGS = 121;

/** As many normal words as fit. */
const filled = (length: number, words = "quite ordinary words of a page ") =>
	words.repeat(length).slice(0, length).trim();
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 2)).toISOString();

function longFindings(domain: string): Receipt["findings"] {
	const url = `https://${domain}/${filled(REPORT_LIMITS.exhibitUrl, "a-long-path/")}`.slice(
		0,
		REPORT_LIMITS.exhibitUrl,
	);
	return CHECKS.slice(0, FINDINGS).map(({ id, pillar, fault, reference }, index) =>
		makeFinding(id, pillar, {
			title: fault,
			outcome: index % 3 === 2 ? "pass" : "fail",
			lift: index % 3 === 2 ? 0 : (FINDINGS - index) / 10,
			says: filled(REPORT_LIMITS.says),
			fix: filled(REPORT_LIMITS.fix),
			reference,
			evidence: [
				{ url: `https://${domain}/`, at: "line 1234, column 567", excerpt: filled(EXCERPT_LENGTH) },
				{ url, excerpt: filled(EXCERPT_LENGTH) },
			],
		}),
	);
}

export function fullReceipt(domain: string, parts: Partial<Receipt> = {}): Receipt {
	const findings = longFindings(domain);
	const because = { url: `https://${domain}/robots.txt`, excerpt: filled(60) };
	const pillars = Object.values(PILLARS).map(({ key, label }) => ({ key, label, score: 12, summary: filled(120) }));
	const fixed = findings.filter(({ outcome }) => outcome === "fail").slice(0, 5);
	return makeReceipt({
		domain,
		preset: { key: "ecommerce", says: filled(300) },
		scores: makeScores(12, { ungated: 36, axes: { structure: 1, accessibility: 71 }, pillars }),
		gates: (["noindex", "search-blocked", "thin-text"] as const).map((id) => {
			return { id, cap: 40, says: filled(140) };
		}),
		findings,
		firstFixes: fixed.map(({ id }, index) => ({ id, score: 20 + 15.4 * index })),
		reach: NAMED_ENGINES.map(({ name, kind }, index) => ({
			name,
			kind,
			state: (["blocked", "partly", "unknown"] as const)[index % 3] ?? "blocked",
			says: filled(index % 3 === 0 ? 120 : 80),
			because: { ...because, at: `line ${1 + (index % 3)}` },
		})),
		seen: {
			title: filled(REPORT_LIMITS.title),
			description: filled(REPORT_LIMITS.description),
			text: filled(REPORT_LIMITS.text),
			types: Array.from({ length: 12 }, (_, index) => `TypeNumber${index}OfThisPage`),
			lang: "en",
		},
		responses: [{ url: `https://${domain}/`, status: 200, sha256: "a".repeat(64), bytes: 48_213 }],
		...parts,
	});
}

const UNTITLED = 60;
const untitled: readonly Occurrence[] = Array.from({ length: UNTITLED }, (_, number) => ({
	check: "title",
	outcome: "fail" as const,
	page: `https://${WHOLE}/products/clock-${number}/`,
	line: 4,
	column: 1,
	excerpt: "<head>",
	says: "It has no title.",
	fix: "Add one.",
}));

async function wholeReceipt(): Promise<Receipt> {
	const places = untitled.slice(0, 10).map(({ page, line, column, excerpt }) => ({ page, line, column, excerpt }));
	const pages = { judged: 2_001, short: UNTITLED, templates: [{ template: "/products/*", short: UNTITLED }] };
	const title = {
		title: "The page has no title",
		outcome: "fail",
		lift: 3,
		says: "It has none.",
		fix: "Add one.",
	} as const;
	const templates = ["/", "/*", `/${filled(60, "a-long-folder/").replaceAll("/", "-")}/*`, "/products/*"];
	return makeReceipt({
		domain: WHOLE,
		findings: [makeFinding("title", "discovery", { ...title, pages, places })],
		site: {
			pages: 2_001,
			known: 2_100,
			list: { count: UNTITLED, sha256: await sha256Hex(untitled.map(listLine).join("")) },
			templates: templates.map((template, at) => ({ template, pages: 1 + at * 100, score: 90 - at, worst: "title" })),
		},
	});
}

function failed(finding: Receipt["findings"][number]): Receipt["findings"][number] {
	return finding.outcome === "pass" ? { ...finding, outcome: "fail", lift: 1 } : finding;
}

async function receipts(): Promise<Receipt[]> {
	const unknown = longFindings(FAILED).map((finding) => ({ ...finding, outcome: "unknown" as const, lift: 0 }));
	const shops = Array.from({ length: 30 }, (_, index) => ({
		...gatedReceipt(),
		domain: `shop-${index}.example.org`,
		scores: makeScores((index * 37) % 101),
	}));
	return [
		fullReceipt(FULL, { auditedAt: day(1), scores: makeScores(1), findings: longFindings(FULL).map(failed) }),
		...[20, 40].map((number) => fullReceipt(FULL, { auditedAt: day(number), scores: makeScores(number) })),
		fullReceipt(FULL, { auditedAt: day(60) }),
		fullReceipt(LONGEST),
		fullReceipt(ORDERED),
		{ ...failedReceipt(), domain: FAILED, findings: unknown },
		makeReceipt({ domain: PERFECT, scores: makeScores(100) }),
		makeReceipt({ domain: NOTHING, scores: makeScores(0) }),
		makeReceipt({
			domain: ARABIC,
			seen: { title: "استعادة البيانات", text: "نستعيد بياناتك من القرص الصلب.", types: [], lang: "ar", dir: "rtl" },
		}),
		...shops,
		await wholeReceipt(),
	];
}

/** Writes a directory of reports with all of them; one of them stands in an agency's name. @param data gets the list */
export async function writeBriefReports(reports: string, data: string): Promise<void> {
	const stored = await Promise.all((await receipts()).map((each) => createReceipt(each, each.evidenceDigest)));
	for (const { receipt } of stored) {
		await mkdir(join(reports, "receipts", receipt.domain), { recursive: true });
		await writeFile(join(reports, "receipts", receipt.domain, fileName(receipt)), await receiptText(receipt));
	}
	const whole = stored.find(({ receipt }) => receipt.domain === WHOLE);
	const [, list] = await packFound({ record: {}, occurrences: untitled });
	const name = listBeside(whole?.receipt.evidenceDigest ?? "");
	if (list) await new EvidenceFiles(join(data, "evidence")).store({ ...list, name });
	await mkdir(join(reports, "agencies"));
	const agency = {
		...{ name: AGENCY, contact: "hello@northlight.example", address: "1 Harbour Street\nBergen" },
		...{ note: filled(NOTE_LENGTH), action: { label: "Book a call", url: "https://northlight.example/call" } },
	};
	await writeFile(join(reports, "agencies", "northlight.json"), JSON.stringify(agency));
	const sections = BRIEF_SECTIONS.toReversed();
	const colors = { accent: "#0a3d62", ink: "#ffffff" };
	await writeFile(join(reports, "agencies", "ordered.json"), JSON.stringify({ name: "Ordered", colors, sections }));
	const domains = [...new Set(stored.map(({ receipt }) => receipt.domain))];
	const entries = domains.map((domain) => ({
		domain,
		...(domain === FULL ? { agency: "northlight", client: { name: CLIENT } } : {}),
		...(domain === ORDERED ? { agency: "ordered" } : {}),
	}));
	await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries }));
}
