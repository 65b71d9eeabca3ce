import { hash } from "node:crypto";
import { assess, type EvidenceRecord } from "#audit/assess.ts";
import { CHECKS } from "#checks/registry.ts";
import { some } from "#core/long-form.testkit.ts";
import type { AuditMode, SourceKind } from "#core/preset.ts";
import type { Report } from "#core/report.ts";
import { seeded } from "#core/seeded.testkit.ts";
import {
	type ForeignReader,
	type ReaderInput,
	type ReaderKind,
	type Reading,
	readHere,
} from "#evidence/reading/readers.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";
import { receiptText } from "#receipts/store/receipt.ts";
import { draftReceipt } from "#receipts/store/record-audit.ts";
import { auditClient } from "./exemplary-audit.ts";
import { ExemplaryServer } from "./exemplary-server.ts";
import { EXEMPLARY_SITES } from "./exemplary-sites.ts";
import { siteFolders } from "./sites/site-folders.ts";

/** One site, audited repeatedly in one way. */
export interface Subject {
	readonly host: string;
	readonly kind: SourceKind;
	readonly mode: AuditMode;
	readonly client: HttpClient;
}

export interface Outcome {
	readonly record: EvidenceRecord;
	/** The canonical bytes of the receipt, as text. */
	readonly receipt: string;
	/** URLs in order of their responses. */
	readonly order: string;
}

const REAL = ["lilianweng.github.io", "www.capitalupfitters.com"];

/** Two exemplary sites over the network, light, and as folders, deep. */
export async function exemplarySubjects(): Promise<readonly Subject[]> {
	const sites = EXEMPLARY_SITES.filter(({ host }) => ["docs.example.net", "tools.example.com"].includes(host));
	const subjects = (
		await Promise.all(
			sites.map(async (site): Promise<Subject[]> => {
				const { host, folder } = site;
				return [
					{ host, kind: "network", mode: "light", client: remembering(await ExemplaryServer.open(site)) },
					{ host, kind: "folder", mode: "deep", client: remembering(await openFolder(folder, host)) },
				];
			}),
		)
	).flat();
	return some(subjects, 3);
}

/** Two real sites as folders, light and deep; none without `../shared`. */
export async function realSubjects(): Promise<readonly Subject[]> {
	const sites = (siteFolders() ?? []).filter(({ host }) => REAL.includes(host));
	const clients = sites.map(async ({ host, folder }) => [host, remembering(await openFolder(folder, host))] as const);
	const subjects = (await Promise.all(clients)).flatMap(([host, client]) => [
		{ host, kind: "folder", mode: "light", client } as const,
		{ host, kind: "folder", mode: "deep", client } as const,
	]);
	return some(subjects, 3);
}

/** Audits the subject with its answers, and the reading of its pages, coming in an order that the seed gives. */
export async function auditInOrder({ host, kind, mode, client }: Subject, seed: number): Promise<Outcome> {
	const queue = new SeededQueue(seed);
	const shuffled: HttpClient = {
		get: async (url, limits) => queue.turn(url.href, await client.get(url, limits)),
	};
	const reader: ForeignReader = {
		read(kind, input) {
			const reading = readOnce(kind, input);
			return queue.turn(`read ${kind} ${input.url}`, undefined).then(() => reading);
		},
	};
	const { record, report } = await auditClient({ host, kind, mode, client: shuffled, reader });
	const { receipt } = await draftReceipt(report, record);
	return { record, receipt: await receiptText(receipt), order: queue.order.join("\n") };
}

/** Scores of the exemplary shop, looked at anew by a browser. */
export async function deepScores(executablePath = ""): Promise<Report["scores"]> {
	const [site] = EXEMPLARY_SITES;
	if (!site) throw new Error("There are no exemplary sites.");
	const client = await openFolder(site.folder, site.host);
	const browser = { executablePath, sandbox: false, environment: {} };
	return (await auditClient({ host: site.host, client, kind: "folder", mode: "deep", browser })).report.scores;
}

/** The receipt of stored evidence judged again. */
export async function judgeAgain(record: EvidenceRecord): Promise<string> {
	return receiptText((await draftReceipt(assess(record, CHECKS), record)).receipt);
}

/** The same value with a different member order in every object. */
export function shuffleMembers<T>(value: T, random: () => number): T {
	if (Array.isArray(value)) return value.map((each) => shuffleMembers(each, random)) as T;
	if (typeof value !== "object" || value === null) return value;
	const members = Object.entries(value).map(([name, member]) => [name, shuffleMembers(member, random)] as const);
	const keyed = members.map((member) => ({ member, key: random() })).sort((a, b) => a.key - b.key);
	return Object.fromEntries(keyed.map(({ member }) => member)) as T;
}

/** Lets through one of those who wait, whichever the seed says, whenever nobody has anything else to do. */
class SeededQueue {
	readonly order: string[] = [];
	readonly #random: () => number;
	readonly #waiting: (() => void)[] = [];
	#running = false;

	constructor(seed: number) {
		this.#random = seeded(seed);
	}

	turn<T>(name: string, value: T): Promise<T> {
		return new Promise((resolve) => {
			this.#waiting.push(() => {
				this.order.push(name);
				resolve(value);
			});
			if (!this.#running) void this.#run();
		});
	}

	async #run(): Promise<void> {
		this.#running = true;
		while (this.#waiting.length > 0) {
			for (let known = -1; known !== this.#waiting.length; await idle()) known = this.#waiting.length;
			const [next] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
			next?.();
			await idle();
		}
		this.#running = false;
	}
}

function idle(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** A client that reads each answer once: it is the order that changes from run to run. */
function remembering(client: HttpClient): HttpClient {
	const known = new Map<string, HttpResponse>();
	return {
		async get(url, limits = {}) {
			const { signal: _, ...asked } = limits;
			const key = `${url.href} ${JSON.stringify(asked)}`;
			const answer = known.get(key) ?? (await client.get(url, limits));
			known.set(key, answer);
			return answer;
		},
	};
}

const readings = new Map<string, unknown>();

async function readOnce<K extends ReaderKind>(kind: K, input: ReaderInput<K>): Promise<Reading<K>> {
	const { body, ...words } = input;
	const key = `${kind} ${JSON.stringify(words)} ${hash("sha256", body)}`;
	const reading = (readings.get(key) as Reading<K> | undefined) ?? (await readHere(kind, input));
	readings.set(key, reading);
	return reading;
}
