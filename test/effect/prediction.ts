import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Prediction } from "#checks/effect.ts";
import type { Report } from "#core/report.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import { auditClient } from "#test/truth/exemplary-audit.ts";
import { PageSource } from "#test/truth/mutations/page-source.ts";
import type { Tree } from "./accessibility-tree.ts";
import type { Readings } from "./measure.ts";
import type { EffectPage } from "./pages.ts";
import { estimate, mean, spearman } from "./statistics.ts";

type Scores = NonNullable<Report["scores"]>;

/** What we say of a page, and what readers of others found on it: shares of 0 to 1, undefined where it says nothing. */
interface Seen {
	readonly scores: Scores;
	readonly answers: number | undefined;
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
		against: "share of ten questions answered from what text extractors kept",
		ours: ({ engines }) => engines.answers,
		theirs: ({ answers }) => answers,
	},
	{
		score: "Content extraction",
		against: "share of ten questions answered from what text extractors kept",
		ours: ({ pillars }) => pillars.find(({ key }) => key === "content")?.score,
		theirs: ({ answers }) => answers,
	},
	{
		score: "Search engines",
		against: "share of title, description, site name and breadcrumb that a page of results can show",
		ours: ({ engines }) => engines.search,
		theirs: ({ shown }) => shown,
	},
	{
		score: "Semantic accessibility and operability",
		against: "share of what takes the focus that is found by role and name",
		ours: ({ pillars }) => pillars.find(({ key }) => key === "semantics")?.score,
		theirs: ({ controls }) => controls,
	},
];

/** Whether our scores of pages say what readers of others find on them. */
export class PredictionMeter {
	readonly #seen: Seen[] = [];

	/** @param before what was read of the page as it is */
	async add(page: EffectPage, before: Readings, tree: Tree): Promise<void> {
		const scores = await scoresOf(page);
		if (!scores) return;
		const answers = [...before].flatMap(([key, had]) => (key.startsWith("answers:") ? [Number(had)] : []));
		const shown = before.get("shown:search results");
		this.#seen.push({
			scores,
			answers: answers.length > 0 ? mean(answers) : undefined,
			shown: (Array.isArray(shown) ? shown.length : 0) / SHOWN,
			controls: tree.focusable > 0 ? Math.min(1, tree.controls.length / tree.focusable) : undefined,
		});
	}

	predictions(): readonly Prediction[] {
		return SCORES.map(({ score, against, ours, theirs }) => {
			const pairs = this.#seen.flatMap((seen) => {
				const [one, other] = [ours(seen.scores), theirs(seen)];
				return one === undefined || other === undefined ? [] : [[one, other] as const];
			});
			return { score, against, correlation: estimate(pairs, spearman) };
		});
	}
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
