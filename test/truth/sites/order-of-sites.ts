import type { JudgeResult } from "../judge-result.ts";
import { auditUnchanged, type MutableSite } from "../mutations/mutated-sites.ts";
import { openBench } from "./bench.ts";
import type { CategoryScores } from "./lighthouse-pages.ts";
import { ORDER_EXPLANATIONS } from "./order-explanations.ts";
import type { SiteFolder } from "./site-folders.ts";
import { serveSites } from "./site-server.ts";

/** What we and Lighthouse give the home page of one site. */
export interface ScoredSite extends CategoryScores {
	readonly host: string;
	readonly ours: number;
}

/** A site's places in the two orders, the best at 1; sites with one score share the mean of their places. */
export interface PlacedSite extends ScoredSite {
	readonly place: number;
	readonly lighthouse: number;
}

/** Places by which two orders may differ without a word. */
const TOLERATED = 5;

/** Our order of the sites, and that of the mean of Lighthouse's two scores. */
export function placeSites(sites: readonly ScoredSite[]): PlacedSite[] {
	const theirs = ({ seo, accessibility }: ScoredSite) => (seo + accessibility) / 2;
	return sites
		.map((site) => ({
			...site,
			place: placeOf(site, sites, ({ ours }) => ours),
			lighthouse: placeOf(site, sites, theirs),
		}))
		.toSorted((a, b) => a.place - b.place || (a.host < b.host ? -1 : 1));
}

function placeOf(site: ScoredSite, all: readonly ScoredSite[], score: (site: ScoredSite) => number): number {
	const better = all.filter((each) => score(each) > score(site)).length;
	const equal = all.filter((each) => score(each) === score(site)).length;
	return better + (equal + 1) / 2;
}

/**
 * A case is a site, and it agrees where the two orders put it at most five places apart. One that stands farther apart
 * needs an explanation from its pages; an explanation of one that does not is named as well.
 */
export function judgeOrder(
	sites: readonly ScoredSite[],
	explanations: Readonly<Record<string, string>> = ORDER_EXPLANATIONS,
): JudgeResult {
	const placed = placeSites(sites);
	const isApart = ({ place, lighthouse }: PlacedSite) => Math.abs(place - lighthouse) > TOLERATED;
	const apart = placed.filter(isApart);
	const unexplained = apart.filter(({ host }) => explanations[host] === undefined);
	const needless = Object.keys(explanations).filter((host) => !apart.some((each) => each.host === host));
	return {
		judge: "Order of the real sites",
		cases: placed.length,
		agreed: placed.length - apart.length,
		disagreements: [
			...unexplained.map(({ host, place, lighthouse }) => ({
				case: host,
				expected: `place ${lighthouse}`,
				ours: `place ${place}`,
			})),
			...needless.map((host) => ({
				case: host,
				expected: `at most ${TOLERATED} places apart`,
				ours: "an explanation that is not needed",
			})),
		],
		table: tableOf(placed, explanations, isApart),
	};
}

function tableOf(
	placed: readonly PlacedSite[],
	explanations: Readonly<Record<string, string>>,
	isApart: (site: PlacedSite) => boolean,
): string[] {
	const rows = placed.map(
		({ host, ours, place, seo, accessibility, lighthouse }) =>
			`| ${[host, ours, seo, accessibility, place, lighthouse, place - lighthouse].join(" | ")} |`,
	);
	const apart = placed.filter(isApart).map(({ host }) => `- ${host}: ${explanations[host] ?? "**not explained**"}`);
	return [
		`Light audits of the home pages, served by an ordinary host, and Lighthouse's category scores of the same pages without scripts, with its own weights. Its order is by the mean of both scores. ${apart.length} of ${placed.length} sites stand more than ${TOLERATED} places apart.`,
		"",
		"| site | our score | SEO | accessibility | our place | Lighthouse's place | apart |",
		"|---|--:|--:|--:|--:|--:|--:|",
		...rows,
		...(apart.length === 0 ? [] : ["", ...apart]),
	];
}

/** Scores of all sites; those of which Lighthouse says nothing are left out. */
export async function scoreSites(
	sites: readonly MutableSite[],
	folders: readonly SiteFolder[],
	executablePath: string,
): Promise<ScoredSite[]> {
	const hosts = folders.map(({ host }) => host);
	const server = await serveSites(new Map(folders.map(({ host, folder }) => [host, folder])), { inert: true });
	const bench = await openBench(executablePath, { port: server.port, hosts });
	try {
		const scored: ScoredSite[] = [];
		for (const site of sites) {
			const { scores } = await auditUnchanged(site);
			const theirs = await bench.lighthouse.scores(`https://${site.host}${site.home.pathname}`);
			if (scores && theirs) scored.push({ host: site.host, ours: scores.overall, ...theirs });
		}
		return scored;
	} finally {
		await Promise.all([bench.browser.close(), bench.lighthouse.end()]);
		await server.close();
	}
}
