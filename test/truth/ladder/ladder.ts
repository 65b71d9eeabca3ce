import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "#core/report.ts";
import { auditClient } from "../exemplary-audit.ts";
import { ExemplaryServer } from "../exemplary-server.ts";
import { EXEMPLARY_SITES } from "../exemplary-sites.ts";
import type { JudgeResult } from "../judge-result.ts";
import { scoreOf } from "../mutations/measure.ts";

const SITES = join(import.meta.dirname, "sites");
const HOST = "www.example.com";

/** A kind of site and its acceptable scores by expert judgement. */
export interface Rung {
	readonly name: string;
	/** Any site of a higher rank is better than any of a lower one. */
	readonly rank: number;
	readonly min: number;
	readonly max: number;
}

/** From pages that say nothing to those in which everything is right; a folder of `sites` each, but the last. */
const RUNGS: readonly Rung[] = [
	{ name: "bare-text", rank: 0, min: 0, max: 30 },
	{ name: "server-default", rank: 0, min: 0, max: 30 },
	{ name: "listing", rank: 0, min: 0, max: 40 },
	{ name: "parked", rank: 0, min: 0, max: 40 },
	{ name: "coming-soon", rank: 0, min: 0, max: 40 },
	{ name: "template", rank: 1, min: 0, max: 55 },
	{ name: "stub", rank: 1, min: 0, max: 60 },
	{ name: "small", rank: 2, min: 55, max: 85 },
	{ name: "good", rank: 3, min: 70, max: 97 },
	{ name: "exemplary", rank: 4, min: 92, max: 100 },
];

export interface LadderScore {
	readonly rung: Rung;
	readonly site: string;
	readonly score: number;
}

/** Light audits over the network of every site of the ladder, on a normal host. */
export async function climbLadder(): Promise<readonly LadderScore[]> {
	const scores: LadderScore[] = [];
	for await (const { rung, site, report } of auditLadder()) scores.push({ rung, site, score: scoreOf(report) });
	return scores;
}

export async function* auditLadder(): AsyncGenerator<Pick<LadderScore, "rung" | "site"> & { readonly report: Report }> {
	for (const rung of RUNGS) {
		for (const { site, host, folder } of sitesOf(rung)) {
			const client = await ExemplaryServer.open({ host, folder });
			const { report } = await auditClient({ host, client, kind: "network", mode: "light" });
			yield { rung, site, report };
		}
	}
}

export function outOfBand(scores: readonly LadderScore[]): readonly LadderScore[] {
	return scores.filter(({ rung, score }) => score < rung.min || score > rung.max);
}

/** Pairs in which the better site scores less than the worse one, each with the better one first. */
export function wrongOrderPairs(scores: readonly LadderScore[]): readonly (readonly [LadderScore, LadderScore])[] {
	return scores.flatMap((better) =>
		scores
			.filter((worse) => worse.rung.rank < better.rung.rank && worse.score > better.score)
			.map((worse) => [better, worse] as const),
	);
}

/** A case is a site and its band, or two kinds of site and their order. */
export function judgeLadder(scores: readonly LadderScore[]): JudgeResult {
	const bands = outOfBand(scores).map(({ rung, site, score }) => ({
		case: `${rung.name}, ${site}`,
		expected: `${rung.min} to ${rung.max}`,
		ours: String(score),
	}));
	const order = wrongOrderPairs(scores).map(([better, worse]) => ({
		case: `${nameOf(better)} and ${nameOf(worse)}`,
		expected: "the first scores no less",
		ours: `${better.score} and ${worse.score}`,
	}));
	const pairs = scores.flatMap(({ rung }) => scores.filter((worse) => worse.rung.rank < rung.rank)).length;
	const cases = scores.length + pairs;
	const rows = RUNGS.map((rung) => {
		const mine = scores.filter((each) => each.rung === rung).map(({ score }) => score);
		return `| ${rung.name} | ${mine.length} | ${rung.min} to ${rung.max} | ${mine.toSorted((a, b) => a - b).join(", ")} |`;
	});
	return {
		judge: "Ladder of our own sites",
		cases,
		agreed: cases - bands.length - order.length,
		disagreements: [...bands, ...order],
		table: ["| kind of site | sites | band | scores |", "|---|--:|---|---|", ...rows],
	};
}

function nameOf({ rung, site }: LadderScore): string {
	return `${rung.name} ${site}`;
}

function sitesOf({ name }: Rung): readonly { readonly site: string; readonly host: string; readonly folder: string }[] {
	if (name === "exemplary") return EXEMPLARY_SITES.map(({ host, folder }) => ({ site: host, host, folder }));
	const sites = readdirSync(join(SITES, name)).toSorted();
	return sites.map((site) => ({ site, host: HOST, folder: join(SITES, name, site) }));
}
