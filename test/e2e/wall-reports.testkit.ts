/** A reports directory with any number of audited sites; never shipped. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import { PRESETS } from "#core/preset.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Gate } from "#core/report.ts";
import { seeded } from "#core/seeded.testkit.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { makeReceipt, makeScores } from "#site/publication/receipt.testkit.ts";

export interface MadeReports {
	readonly sites: number;
	/** Audits of each site: its history has as many, a week apart. */
	readonly audits: number;
}

const SYLLABLES =
	"ba be bi bo bru ca ce cla co da del di do dra fa fe flo ga gri gu ha he ho ja ka ke kno la le li lo lu ma me mi mo nor ne ni no pa pe pli po ra re ri ro sa se sha so sta ta te ti to tra u va ve vi wa we wi wo ya zu".split(
		" ",
	);
const SUFFIXES = ["example.com", "example.org", "example.net"];
const WEEK_MS = 7 * 24 * 3_600_000;
const NEWEST = Date.parse("2026-11-20T02:00:00.000Z");

/** Valid receipts of many sites: every kind, band and gate, failures, folders and other methodologies. */
export async function writeManyReports(directory: string, { sites, audits }: MadeReports): Promise<readonly string[]> {
	const random = seeded(17);
	const domains = [...new Set(Array.from({ length: sites }, (_, index) => makeDomain(random, index)))];
	for (let at = 0; at < domains.length; at += 50) {
		await Promise.all(
			domains.slice(at, at + 50).map((domain, index) => writeSite(directory, domain, at + index, audits, random)),
		);
	}
	const entries = domains.map((domain, index) => ({ domain, ...(index % 97 === 96 ? { wall: false } : {}) }));
	await writeFile(join(directory, "watchlist.json"), JSON.stringify({ entries }));
	return entries.filter(({ wall }) => wall !== false).map(({ domain }) => domain);
}

async function writeSite(directory: string, domain: string, index: number, audits: number, random: () => number) {
	const folder = join(directory, "receipts", domain);
	await mkdir(folder, { recursive: true });
	const preset = PRESETS[Math.floor(random() ** 2 * PRESETS.length)] ?? "general";
	let score = 25 + Math.floor(75 * random() ** 0.7);
	for (let age = audits - 1; age >= 0; age--) {
		score = Math.max(0, Math.min(100, Math.round(score + (random() - 0.45) * 10)));
		const draft = makeAudit({ domain, index, age, score, preset: { key: preset, says: "As declared." } }, random);
		const { receipt } = await createReceipt(draft, draft.evidenceDigest);
		await writeFile(join(folder, fileName(receipt)), await receiptText(receipt));
	}
}

interface AuditPlan extends Pick<Receipt, "domain" | "preset"> {
	readonly index: number;
	/** In audits: 0 for the newest. */
	readonly age: number;
	readonly score: number;
}

function makeAudit({ domain, preset, index, age, score }: AuditPlan, random: () => number): Receipt {
	const about = {
		domain,
		preset,
		auditedAt: new Date(NEWEST - age * WEEK_MS - index * 1117).toISOString(),
		...(index % 41 === 40 ? { source: "folder" as const } : {}),
		...(age > 7 && index % 5 === 0 ? { methodology: "0.0.9" } : {}),
	};
	if ((index + age) % 29 === 28) {
		const failure = { code: "challenged", says: "The site answered our bot with a challenge." } as const;
		const { scores: _none, ...failed } = makeReceipt({ ...about, ok: false, failure, coverage: 0 });
		return failed;
	}
	const gates = index % 13 === 12 ? makeGates(index) : [];
	const overall = Math.min(score, ...gates.map(({ cap }) => cap));
	const lean = Math.round((random() - 0.5) * 16);
	const pillars = (Object.keys(PILLARS) as PillarKey[]).map((key) => {
		return { key, label: PILLARS[key].label, score: bounded(score + (random() - 0.5) * 40), summary: "As checked." };
	});
	const axes = { structure: bounded(score + lean), accessibility: bounded(score - lean) };
	return makeReceipt({ ...about, gates, scores: makeScores(overall, { ungated: score, axes, pillars }) });
}

function makeGates(index: number): Gate[] {
	const { gates } = CURRENT_METHODOLOGY;
	const { id, cap, says } = gates[index % gates.length] ?? gates[0] ?? { id: "noindex", cap: 40, says: "" };
	return [{ id, cap, says }];
}

function makeDomain(random: () => number, index: number): string {
	const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
	const syllables = Array.from({ length: 3 + Math.floor(random() * 3) }, () => pick(SYLLABLES));
	if (random() < 0.15) syllables.splice(2, 0, "-");
	const name = `${syllables.join("")}${index % 40 === 39 ? "-münchen" : ""}.${pick(SUFFIXES)}`;
	return domainToASCII(name);
}

function bounded(score: number): number {
	return Math.round(Math.max(0, Math.min(100, score)));
}
