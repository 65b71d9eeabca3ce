import { hash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Prediction } from "#checks/effect.ts";
import type { Report } from "#core/report.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import { auditClient } from "#test/truth/exemplary-audit.ts";
import { PageSource } from "#test/truth/mutations/page-source.ts";
import type { Tree } from "./accessibility-tree.ts";
import type { Damage } from "./damages.ts";
import type { Readings } from "./measure.ts";
import type { EffectPage } from "./pages.ts";
import { estimate, mean, spearman } from "./statistics.ts";

type Scores = NonNullable<Report["scores"]>;

/** What we say of a page, and what readers of others found on it: shares of 0 to 1, undefined where it says nothing. */
interface Seen {
	readonly scores: Scores;
	/** True where a fault was put into the page. */
	readonly spoiled: boolean;
	/** By text extractor. */
	readonly answers: readonly number[];
	readonly shown: number;
	readonly controls: number | undefined;
}

/** What a page of search results can show of a page. */
const SHOWN = 4;
const SCORES: readonly {
	readonly score: string;
	readonly against: string;
	readonly ours: (scores: Scores) => number | undefined;
	readonly theirs: (seen: Seen) => number | undefined;
}[] = [
	{
		score: "Answer engines",
		against: "share of 10 questions answered from the extracted text",
		ours: ({ engines }) => engines.answers,
		theirs: ({ answers }) => (answers.length > 0 ? mean(answers) : undefined),
	},
	{
		score: "Content extraction",
		against: "share of 10 questions answered from the extracted text",
		ours: ({ pillars }) => pillars.find(({ key }) => key === "content")?.score,
		theirs: ({ answers }) => (answers.length > 0 ? mean(answers) : undefined),
	},
	{
		score: "Search engines",
		against: "share of title, description, site name and breadcrumb that a results page can show",
		ours: ({ engines }) => engines.search,
		theirs: ({ shown }) => shown,
	},
	{
		score: "Semantic accessibility and operability",
		against: "share of focusable elements found by role and name",
		ours: ({ pillars }) => pillars.find(({ key }) => key === "semantics")?.score,
		theirs: ({ controls }) => controls,
	},
];

/** Whether our scores of pages say what readers of others find on them. */
export class PredictionMeter {
	readonly #seen: Seen[] = [];

	async add(page: EffectPage, readings: Readings, tree: Tree, spoiled: boolean): Promise<void> {
		const scores = await scoresOf(page);
		if (!scores) return;
		const shown = readings.get("shown:search results");
		this.#seen.push({
			scores,
			spoiled,
			answers: [...readings].flatMap(([key, had]) => (key.startsWith("answers:") ? [Number(had)] : [])),
			shown: (Array.isArray(shown) ? shown.length : 0) / SHOWN,
			controls: tree.focusable > 0 ? Math.min(1, tree.controls.length / tree.focusable) : undefined,
		});
	}

	predictions(): readonly Prediction[] {
		return SCORES.map(({ score, against, ours, theirs }) => {
			const correlationOver = (pages: readonly Seen[]) => {
				const pairs = pages.flatMap((seen) => {
					const [one, other] = [ours(seen.scores), theirs(seen)];
					return one === undefined || other === undefined ? [] : [[one, other] as const];
				});
				return estimate(pairs, spearman);
			};
			const asTheyAre = correlationOver(this.#seen.filter(({ spoiled }) => !spoiled));
			return { score, against, asTheyAre, withFaults: correlationOver(this.#seen) };
		});
	}

	/** How well one text extractor's share of answers tells those of the others: no score of a page can tell more. */
	ceiling(): Prediction["asTheyAre"] {
		const read = this.#seen.filter(({ spoiled, answers }) => !spoiled && answers.length > 1);
		const fewest = Math.min(...read.map(({ answers }) => answers.length));
		return estimate(read, (pages) =>
			mean(
				Array.from({ length: fewest }, (_, reader) =>
					spearman(pages.map(({ answers }) => [answers[reader] ?? 0, mean(answers.toSpliced(reader, 1))] as const)),
				),
			),
		);
	}
}

/** The page with one fault; which one, the digest of its name says. */
export function spoil(page: EffectPage, damages: readonly Damage[]): EffectPage | undefined {
	const source = new PageSource(page.html);
	const order = new Map(damages.map((damage) => [damage, hash("sha256", `${page.id} ${damage.check}`)]));
	for (const damage of damages.toSorted((a, b) => ((order.get(a) ?? "") < (order.get(b) ?? "") ? -1 : 1))) {
		const html = damage.apply(source, new URL(page.url).host);
		if (html !== undefined) return { ...page, html };
	}
	return undefined;
}

/** A light audit of a folder whose home page is this one; undefined where too little of it is known. */
async function scoresOf({ html, url }: EffectPage): Promise<Scores | undefined> {
	const { host, href } = new URL(url);
	const folder = await mkdtemp(join(tmpdir(), "sightline-effect-"));
	try {
		await writeFile(join(folder, "index.html"), atHome(html, href, `https://${host}/`));
		const client = await openFolder(folder, host);
		return (await auditClient({ host, client, kind: "folder", mode: "light" })).report.scores;
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** The page, moved to the home address of its host: what names its own address names that one. */
function atHome(html: string, from: string, to: string): string {
	const page = new PageSource(html);
	const isSelf = (written: string | undefined) => URL.parse(written ?? "", from)?.pathname === new URL(from).pathname;
	for (const link of page.all('link[rel="canonical" i]'))
		if (isSelf(link.attribs.href)) page.setAttribute(link, "href", to);
	for (const meta of page.all('meta[property="og:url" i]'))
		if (isSelf(meta.attribs.content)) page.setAttribute(meta, "content", to);
	return page.edited() ?? html;
}
