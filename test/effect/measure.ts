import { CONSUMER_KEYS, type Consumer, type EffectRow, type Estimate } from "#checks/effect.ts";
import { PageSource } from "#test/truth/mutations/page-source.ts";
import { wordOverlap } from "#test/truth/wcxb/word-overlap.ts";
import type { TreeReader } from "./accessibility-tree.ts";
import type { Damage } from "./damages.ts";
import type { EffectPage } from "./pages.ts";
import { answersFound, type Question, type Questioner } from "./questions.ts";
import { type Asked, readPage, shownFacts } from "./readers.ts";
import { estimate, mean } from "./statistics.ts";

/** What a reader had of a page: things by name, or how much of something. */
type Had = readonly string[] | number;
/** By consumer and reader: `text:readability`. */
export type Readings = ReadonlyMap<string, Had>;
/** Of one damage on one page: shares lost by consumer and reader, and growth of tokens. */
type Losses = ReadonlyMap<string, number>;

/** Readers of a page: from npm, and Chromium for its accessibility tree. */
type Scope = Asked & { readonly tree: boolean };

const WITHOUT_SLOW: Scope = { facts: true, text: true, slow: false, tree: false };

/** Pages on which all readers are asked, whatever the fault. */
export const ALL_ASKED_EVERY = 16;
/** Pages that defuddle and Chromium read, which take long. */
export const SLOW_EVERY = 4;
/** A reader that had less of a text, or of its answers, had not read it. */
const HAD_LEAST = 0.2;
const BYTES_OF_TOKEN = 4;

/** Damages pages and measures what third-party readers still find. */
export class EffectMeter {
	readonly #questioner: Questioner;
	readonly #tree: TreeReader | undefined;
	readonly #losses = new Map<string, Losses[]>();

	constructor(questioner: Questioner, tree: TreeReader | undefined) {
		this.#questioner = questioner;
		this.#tree = tree;
	}

	/** @returns readings of the undamaged page */
	async add(page: EffectPage, index: number, damages: readonly Damage[]): Promise<Readings> {
		const all = index % ALL_ASKED_EVERY === 0;
		const slow = index % SLOW_EVERY === 0;
		const judge = this.#judgeOf(page);
		const read = (html: string, scope: Scope) => this.#read({ ...page, html }, judge, scope);
		const before = await read(page.html, { ...WITHOUT_SLOW, slow, tree: slow });
		const source = new PageSource(page.html);
		const { host } = new URL(page.url);
		for (const { check, asked, apply } of damages) {
			const html = apply(source, host);
			if (html === undefined) continue;
			const [facts, text] = [all || asked.includes("facts"), all || asked.includes("text")];
			const tree = all || (slow && asked.includes("tree"));
			const scope = { facts, text, slow: slow && text, tree };
			const losses = lossesOf(before, await read(html, scope));
			this.#losses.set(check, [...(this.#losses.get(check) ?? []), losses]);
		}
		return before;
	}

	/** What the readers that are asked about every page make of it. */
	read(page: EffectPage): Promise<Readings> {
		return this.#read(page, this.#judgeOf(page), WITHOUT_SLOW);
	}

	#judgeOf({ text }: EffectPage): TextJudge {
		return new TextJudge(text, this.#questioner.questionsOf(text));
	}

	rowOf({ check, did }: Damage): EffectRow {
		const pages = this.#losses.get(check) ?? [];
		const keys = [...new Set(pages.flatMap((losses) => [...losses.keys()]))].toSorted();
		const readers = keys.flatMap((key) => {
			const [consumer = "", reader = ""] = key.split(":");
			const estimated = over(pages, (each) => each === key);
			return estimated && consumer !== "tokens" ? [{ consumer, reader, ...estimated }] : [];
		});
		const of = (consumer: string) => over(pages, (key) => key === consumer || key.startsWith(`${consumer}:`));
		const losses = Object.fromEntries(CONSUMER_KEYS.map((key) => [key, of(key)])) as Record<Consumer, Estimate | null>;
		const tokens = { source: of("tokens:source"), markdown: of("tokens:markdown") };
		return { check, did, pages: pages.length, losses, readers, tokens };
	}

	async #read(page: EffectPage, judge: TextJudge, scope: Scope): Promise<Readings> {
		const readings = await readPage(page.html, page.url, scope);
		const { focusable: _, ...lists } = (scope.tree ? await this.#tree?.read(page.html, page) : undefined) ?? {};
		const listed = [...readings].flatMap(([name, { text: _, ...lists }]) => named(lists, name));
		const texts = [...readings].flatMap(([name, { text }]) => (text === undefined ? [] : named(judge.had(text), name)));
		const markdown = readings.get("turndown")?.text;
		return new Map<string, Had>([
			...listed,
			...texts,
			...(scope.facts ? named({ shown: shownFacts(readings) }, "search results") : []),
			...named(lists, "Chromium"),
			["tokens:source", tokensOf(page.html)],
			...(markdown === undefined ? [] : [["tokens:markdown", tokensOf(markdown)] as const]),
		]);
	}
}

function named(had: Readonly<Record<string, Had>>, reader: string): (readonly [string, Had])[] {
	return Object.entries(had).map(([consumer, each]) => [`${consumer}:${reader}`, each]);
}

/** Says how much of one page's reviewed text, and of its answers, a text holds. */
class TextJudge {
	readonly #reviewed: string;
	readonly #questions: readonly Question[];
	/** Most faults leave an extractor's text as it was. */
	readonly #judged = new Map<string, Readonly<Record<string, number>>>();

	constructor(reviewed: string, questions: readonly Question[]) {
		this.#reviewed = reviewed;
		this.#questions = questions;
	}

	had(text: string): Readonly<Record<string, number>> {
		const judged = this.#judged.get(text) ?? this.#judge(text);
		this.#judged.set(text, judged);
		return judged;
	}

	#judge(text: string): Readonly<Record<string, number>> {
		const { length } = this.#questions;
		return {
			...(this.#reviewed === "" ? {} : { text: wordOverlap(text, this.#reviewed).recall }),
			...(length === 0 ? {} : { answers: answersFound(text, this.#questions) / length }),
		};
	}
}

function lossesOf(before: Readings, after: Readings): Losses {
	const losses = new Map<string, number>();
	for (const [key, now] of after) {
		const loss = lossOf(before.get(key) ?? 0, now);
		if (loss !== undefined) losses.set(key, key.startsWith("tokens:") ? -loss : loss);
	}
	return losses;
}

/** Undefined if there was nothing to lose. */
function lossOf(before: Had, now: Had): number | undefined {
	if (typeof before === "number") return before < HAD_LEAST || typeof now !== "number" ? undefined : 1 - now / before;
	if (before.length === 0 || typeof now === "number") return undefined;
	const left = new Map<string, number>();
	for (const each of now) left.set(each, (left.get(each) ?? 0) + 1);
	const kept = before.filter((each) => {
		const times = left.get(each) ?? 0;
		left.set(each, times - 1);
		return times > 0;
	});
	return 1 - kept.length / before.length;
}

/** The mean over pages; on each page the mean of the readers that are meant. */
function over(pages: readonly Losses[], isMeant: (key: string) => boolean): Estimate | null {
	const values = pages.flatMap((losses) => {
		const meant = [...losses].flatMap(([key, loss]) => (isMeant(key) ? [loss] : []));
		return meant.length > 0 ? [mean(meant)] : [];
	});
	return values.length > 0 ? estimate(values, mean) : null;
}

function tokensOf(text: string): number {
	return Buffer.byteLength(text) / BYTES_OF_TOKEN;
}
