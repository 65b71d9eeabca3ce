import {
	CONSUMER_KEYS,
	type Consumer,
	ceilingWords,
	type Effect,
	type EffectRow,
	type Estimate,
	FEWEST_PAGES,
	isLoss,
	predictionWords,
} from "#checks/effect.ts";
import { checkOf } from "#checks/registry.ts";
import { PILLARS } from "#core/pillar.ts";
import { ALL_ASKED_EVERY, SLOW_EVERY } from "./measure.ts";
import { MOST_BYTES } from "./pages.ts";
import { EXTRACTORS } from "./readers.ts";

const HEADINGS: Readonly<Record<Consumer, string>> = {
	text: "text",
	answers: "answers",
	metadata: "metadata",
	shown: "results page",
	data: "JSON-LD",
	links: "links",
	controls: "controls",
	forms: "fields, buttons",
	structure: "structure",
	images: "image names",
};

/** Renders docs/effect.md from the measurements. */
export function effectPage(effect: Effect): string {
	const { rows, unmeasured } = effect;
	const few = rows.filter(({ pages }) => pages < FEWEST_PAGES);
	const many = rows.filter(({ pages }) => pages >= FEWEST_PAGES);
	const reaching = many.filter(({ losses }) => losses.text && isLoss(losses.text));
	return [
		...methodOf(effect),
		...Object.values(PILLARS).flatMap(({ key, label }) => {
			const own = many.filter(({ check }) => checkOf(check)?.pillar === key);
			return own.length === 0 ? [] : [`### ${label}`, "", ...tableOf(own), ""];
		}),
		"## Losses by text extractor",
		"",
		"Faults whose loss of text is significant.",
		"",
		row(["fault", ...EXTRACTORS]),
		row(["---", ...EXTRACTORS.map(() => "---")]),
		...reaching.map((each) => row([faultOf(each), ...EXTRACTORS.map((name) => cell(readerOf(each, name)))])),
		"",
		"## Correlation of the score with these readers",
		"",
		"Each page was audited as the home page of a folder (light), unchanged and once more with one fault, which the digest of its",
		"name selects from the tables above; the same readers read both. Spearman's rank correlation is 1 if the better score always",
		"has the better reading, and 0 if the two are unrelated.",
		"",
		...effect.predictions.map((prediction) => `- ${predictionWords(prediction)}`),
		"",
		ceilingWords(effect.ceiling),
		"",
		"## Not measured",
		"",
		row(["check", "why"]),
		row(["---", "---"]),
		...few.map(({ check, pages }) => row([check, `The fault applies to ${pages} of ${effect.pages} pages.`])),
		...unmeasured.map(({ check, why }) => row([check, why])),
		"",
	].join("\n");
}

function methodOf({ pages, reviewed }: Effect): readonly string[] {
	const kilobytes = MOST_BYTES / 1_000;
	return `# What faults cost other programs

Each check's fault was put into real pages, and the loss was measured in programs that read pages. \`npm run effect\` repeats
this and writes this page and \`src/checks/effect.json\`. The same pages give the same figures.

- **Pages**: ${pages}. Of these, ${reviewed} are pages of the Web Content eXtraction Benchmark (WCXB) whose main text people reviewed, at
  most ${kilobytes} kB long, sampled by the digest of their names; the others are home pages of real sites and of our exemplary ones.
- **Faults**: one for each check (\`test/effect/damages.ts\`), put into the page's source. Pages to which a fault does not apply are
  left out.
- **Text**: the share of the words of the reviewed text that an extractor keeps (Readability with linkedom, Defuddle, Turndown,
  html-to-text).
- **Answers**: 10 questions a page, generated from its reviewed text by one rule: the 10 sentences whose two rarest terms occur on
  the fewest pages of the benchmark. The question is the rest of the sentence; it counts as answered if the first passage of 60
  words that BM25 (MiniSearch) finds in the extracted text has both terms.
- **Metadata**: unchanged facts, as read by open-graph-scraper, page-metadata-parser, Readability and Defuddle.
- **Results page**: title, description, site name and breadcrumb, as read by open-graph-scraper and a JSON-LD processor (jsonld).
- **JSON-LD**: unchanged statements. Microdata and RDFa are not read.
- **Links**: addresses that simplecrawler follows, and links with their text in Turndown's Markdown.
- **Controls**, **structure**, **image names**: entries of Chromium's accessibility tree, without scripts and network:
  links, buttons and fields with role and name, and once more without the links; headings with their level, landmarks, lists,
  table header cells; pictures with a name.
- **Source**: the growth of the page, in bytes or tokens (bytes / 4).

A figure is the mean over pages of the share lost, relative to what the reader had from the undamaged page, then its 95 %
interval (percentile bootstrap over pages, 1,000 resamples, fixed seed), then the number of pages. A negative loss is a gain. Text and
answers count only if the reader had at least a fifth of them before. Readers that a fault can affect run on every page, except
Defuddle and Chromium, which are slow and run on every ${ordinal(SLOW_EVERY)} page; every reader runs on every fault on every ${ordinal(ALL_ASKED_EVERY)} page, to show
that harmless faults cost nothing.

The figures do not show whether a search engine ranks a page lower, or an assistant quotes it less. These readers ignore noindex,
canonical and nosnippet; engines that obey them document it. Pages longer than ${kilobytes} kB, pages that need scripts,
and files other than the page were not read.

## Losses by check
`.split("\n");
}

function tableOf(rows: readonly EffectRow[]): readonly string[] {
	const heads = CONSUMER_KEYS.map((key) => HEADINGS[key]);
	return [
		row(["fault", "pages", ...heads, "source"]),
		row(["---", "--:", ...heads.map(() => "---"), "---"]),
		...rows.map((each) => {
			const cells = CONSUMER_KEYS.map((key) => cell(each.losses[key]));
			return row([faultOf(each), `${each.pages}`, ...cells, cell(each.tokens.source)]);
		}),
	];
}

function faultOf({ check, did }: EffectRow): string {
	return `**${check}**: ${did}`;
}

function readerOf({ readers }: EffectRow, name: string): Estimate | null {
	return readers.find(({ consumer, reader }) => consumer === "text" && reader === name) ?? null;
}

function cell(estimate: Estimate | null): string {
	if (estimate === null || estimate.pages < FEWEST_PAGES) return "–";
	const { value, low, high, pages } = estimate;
	const [mean, from, to] = [value, low, high].map((share) => Math.round(share * 1_000) / 10 + 0);
	return mean === 0 && from === 0 && to === 0 ? `0 of ${pages}` : `${mean} % (${from} to ${to}) of ${pages}`;
}

function ordinal(count: number): string {
	return `${count}th`;
}

function row(cells: readonly string[]): string {
	return `| ${cells.join(" | ")} |`;
}
