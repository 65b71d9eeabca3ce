import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { CHECK_OF_BARRIER, tallyByCheck } from "../check-tally.ts";
import type { JudgeResult } from "../judge-result.ts";
import { axeFaults } from "./axe-pages.ts";
import { type Bench, openBench } from "./bench.ts";
import { type Faults, OpinionCache } from "./opinion-cache.ts";
import { type OurOpinion, opinionsOf } from "./our-opinion.ts";
import { AXE_TOPICS, LIGHTHOUSE_TOPICS, type Topic, weFind } from "./shared-topics.ts";
import type { SiteFolder } from "./site-folders.ts";
import { type SiteServer, serveSites } from "./site-server.ts";

export interface SiteJudging {
	readonly sites: readonly SiteFolder[];
	/** Path of a Chrome or Chromium. */
	readonly executablePath: string;
	/** Where judges' opinions are kept from one run to the next. */
	readonly cache: string;
	/** Called after every page. */
	readonly onPage: (judge: string, done: number, total: number) => void;
	/** Both unless told. */
	readonly judges?: readonly ("axe-core" | "Lighthouse")[];
}

/** Pages under way; a judge waits for half of its time. */
const BROWSERS = 1.5 * availableParallelism();

/** One judge of pages. */
interface Judge {
	readonly name: "axe-core" | "Lighthouse";
	/** With its version: another one may say something else. */
	readonly cacheName: string;
	readonly topics: readonly Topic[];
	/** Pages of a site that it is asked of at most, drawn evenly. */
	readonly most: number;
	faults(bench: Bench, url: string): Promise<Faults | null>;
}

const AXE: Judge = {
	name: "axe-core",
	cacheName: "axe-core-4.14",
	topics: AXE_TOPICS,
	most: Number.POSITIVE_INFINITY,
	faults: async ({ browser }, url) => {
		const page = await browser.newPage();
		try {
			return await axeFaults(page, url);
		} finally {
			await page.close();
		}
	},
};
const LIGHTHOUSE: Judge = {
	name: "Lighthouse",
	cacheName: "lighthouse-13.5",
	topics: LIGHTHOUSE_TOPICS,
	// A page takes it several seconds, and the pages of a site have most faults in common.
	most: 10,
	faults: async ({ lighthouse }, url) => {
		const faults = await lighthouse.faults(url);
		// It asks for robots.txt by itself, and on a busy machine takes a late answer for a faulty file.
		return faults?.includes("robots-txt") ? lighthouse.faults(url) : faults;
	},
};

/**
 * axe-core on every page of the sites and Lighthouse on ten of each, against us, question by question: a case is one page and one topic
 * that both sides judge, and both agree where both find the fault or neither does. The second number counts only cases in
 * which at least one of the two finds a fault.
 */
export async function judgeSites(judging: SiteJudging): Promise<JudgeResult[]> {
	const folders = new Map(judging.sites.map(({ host, folder }) => [host, folder]));
	const server = await serveSites(folders, { inert: true });
	const hosts = [...folders.keys()];
	const open = () => openBench(judging.executablePath, { port: server.port, hosts });
	const benches = await Promise.all(Array.from({ length: BROWSERS }, open));
	try {
		const results: JudgeResult[] = [];
		for (const judge of [AXE, LIGHTHOUSE].filter(({ name }) => judging.judges?.includes(name) ?? true)) {
			results.push(await judgeBy(judge, judging, server, benches));
		}
		return results;
	} finally {
		await Promise.all(benches.flatMap(({ browser, lighthouse }) => [browser.close(), lighthouse.end()]));
		await server.close();
	}
}

async function judgeBy(
	judge: Judge,
	judging: SiteJudging,
	server: SiteServer,
	benches: readonly Bench[],
): Promise<JudgeResult> {
	const rules = createHash("sha256")
		.update(JSON.stringify(judge.topics.map(({ theirs }) => theirs)))
		.digest("hex");
	const cache = await OpinionCache.open(join(judging.cache, `${judge.cacheName}-${rules.slice(0, 8)}.json`));
	const drawn = judging.sites.map(({ host, pages }) => ({ host, pages: drawEvenly(pages, judge.most) }));
	const total = drawn.reduce((sum, { pages }) => sum + pages.length, 0);
	const tally = new Tally(judge.name);
	let done = 0;
	for (const { host, pages } of drawn) {
		const opinions = await opinionsOf(host, server.client(host), pages);
		const waiting = [...opinions];
		const faulted = new Map<string, Faults | null>();
		const work = async (bench: Bench) => {
			for (let next = waiting.shift(); next; next = waiting.shift()) {
				const [path, opinion] = next;
				const url = `https://${host}${path}`;
				faulted.set(path, await cache.get(keyOf(url, opinion), () => judge.faults(bench, url)));
				judging.onPage(judge.name, ++done, total);
			}
		};
		await Promise.all(benches.map(work));
		await cache.save();
		for (const [path, opinion] of opinions) {
			const faults = faulted.get(path) ?? null;
			if (faults === null) tally.leaveOut();
			else for (const topic of judge.topics) tally.add(topic, `${host}${path}`, faults, weFind(topic, opinion));
		}
	}
	return tally.result();
}

/** The first, which is the home page, and others as far from each other as they can be. */
function drawEvenly<T>(all: readonly T[], most: number): readonly T[] {
	return all.length <= most
		? all
		: Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

/** The page's address and length: the sites are snapshots and do not change. */
function keyOf(url: string, { page }: OurOpinion): string {
	return createHash("sha256").update(`${url} ${page.digest.bytes}`).digest("hex");
}

class Tally {
	readonly #judge: string;
	#cases = 0;
	#agreed = 0;
	#faulted = 0;
	#faultedAgreed = 0;
	#leftOut = 0;
	readonly #answered: { checks: readonly string[]; agreed: boolean }[] = [];
	readonly #disagreements: { case: string; expected: string; ours: string }[] = [];

	constructor(judge: string) {
		this.#judge = judge;
	}

	add(topic: Topic, page: string, faults: Faults, ours: boolean): void {
		const named = topic.theirs.filter((rule) => faults.includes(rule));
		const theirs = named.length > 0;
		const { checks = [], barriers = [] } = topic;
		const asked = [...checks, ...barriers.map((kind) => CHECK_OF_BARRIER[kind])];
		this.#answered.push({ checks: asked, agreed: theirs === ours });
		this.#cases++;
		if (theirs || ours) this.#faulted++;
		if (theirs === ours) {
			this.#agreed++;
			if (ours) this.#faultedAgreed++;
			return;
		}
		const [expected, own] = theirs ? [`fault (${named.join(", ")})`, "no fault"] : ["no fault", "fault"];
		this.#disagreements.push({ case: `${page} · ${topic.name}`, expected, ours: own });
	}

	leaveOut(): void {
		this.#leftOut++;
	}

	result(): JudgeResult {
		return {
			...(this.#leftOut > 0 ? { leftOut: `${this.#leftOut} pages that it could not judge` } : {}),
			judge: this.#judge,
			cases: this.#cases,
			agreed: this.#agreed,
			byCheck: tallyByCheck(this.#answered),
			disagreements: this.#disagreements,
			faulted: { cases: this.#faulted, agreed: this.#faultedAgreed },
		};
	}
}
