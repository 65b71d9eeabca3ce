import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findInstalledBrowser } from "#config/environment.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { seeded } from "#core/seeded.testkit.ts";
import { findSharedData } from "#test/vectors/vectors.ts";
import {
	auditInOrder,
	deepScores,
	exemplarySubjects,
	judgeAgain,
	realSubjects,
	type Subject,
	shuffleMembers,
} from "./determinism.testkit.ts";

/** Orders in which a site's answers come, both of its ways together. */
const ORDERS = FULL ? 1_000 : 4;
/** Deep audits of one site, one after the other. */
const DEEP_RUNS = 20;
const browserPath = findInstalledBrowser(process.env);
const SHUFFLES = FULL ? 100 : 1;
const TESTKIT = fileURLToPath(new URL("determinism.testkit.ts", import.meta.url));
const real = findSharedData("sites");

/** Time zones on both sides of the date line, and languages with a number, a letter or a calendar of their own. */
const ALL_PLACES = [
	{ TZ: "UTC", LC_ALL: "C" },
	{ TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8" },
	{ TZ: "Pacific/Pago_Pago", LC_ALL: "ar_EG.UTF-8" },
	{ TZ: "Asia/Kathmandu", LC_ALL: "fa_IR.UTF-8" },
];
/** Subjects of each kind that are judged there. */
const VISITED = FULL ? 1_000 : 1;
const PLACES = FULL ? ALL_PLACES : ALL_PLACES.slice(1, 2);

type Kind = "exemplary" | "real";

/** Created once for all tests. */
const made = new Map<Kind, Promise<readonly Subject[]>>();
function subjectsOf(kind: Kind): Promise<readonly Subject[]> {
	const subjects = made.get(kind) ?? (kind === "exemplary" ? exemplarySubjects() : realSubjects());
	made.set(kind, subjects);
	return subjects;
}

/** Reference for the comparison. */
const firsts = new Map<Subject, ReturnType<typeof auditInOrder>>();
function firstOf(subject: Subject): ReturnType<typeof auditInOrder> {
	const first = firsts.get(subject) ?? auditInOrder(subject, 1);
	firsts.set(subject, first);
	return first;
}

async function inManyOrders(subject: Subject, orders: number): Promise<void> {
	const first = await firstOf(subject);
	const seen = new Set([first.order]);
	for (let seed = 2; seed <= orders; seed++) {
		const { receipt, order } = await auditInOrder(subject, seed);
		if (receipt !== first.receipt) expect(JSON.parse(receipt)).toEqual(JSON.parse(first.receipt));
		expect(receipt === first.receipt).toBe(true);
		seen.add(order);
	}
	// A site with few files has few orders, but more than one.
	expect(seen.size).toBeGreaterThan(orders / 2);
}

async function inManyKeyOrders(subject: Subject): Promise<void> {
	const { record, receipt } = await firstOf(subject);
	for (let seed = 1; seed <= SHUFFLES; seed++) {
		const shuffled = shuffleMembers(record, seeded(seed));
		expect(JSON.stringify(shuffled)).not.toBe(JSON.stringify(record));
		expect((await judgeAgain(shuffled)) === receipt).toBe(true);
	}
}

/** Results of all subjects in a process with that locale, and its date format. */
interface Elsewhere {
	readonly exemplary: readonly string[];
	readonly real: readonly string[];
	readonly date: string;
}

function goTo(place: Readonly<Record<string, string>>): Elsewhere {
	const script = `
		import { hash } from "node:crypto";
		import { auditInOrder, exemplarySubjects, realSubjects } from ${JSON.stringify(TESTKIT)};
		const made = { exemplary: [], real: [], date: new Date(0).toLocaleString() };
		for (const [name, subjects] of [["exemplary", exemplarySubjects], ["real", realSubjects]])
			for (const subject of (await subjects()).slice(0, ${VISITED})) made[name].push(hash("sha256", (await auditInOrder(subject, 7)).receipt));
		console.log(JSON.stringify(made));`;
	const env = { ...process.env, ...place, LANG: place.LC_ALL };
	const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], { env, encoding: "utf8" });
	if (child.status !== 0) throw new Error(child.stderr);
	return JSON.parse(child.stdout);
}

let visited: readonly Elsewhere[] | undefined;

async function inManyPlaces(name: Kind): Promise<void> {
	const here: string[] = [];
	for (const subject of (await subjectsOf(name)).slice(0, VISITED))
		here.push(hash("sha256", (await firstOf(subject)).receipt));
	visited ??= PLACES.map(goTo);
	for (const there of visited) expect(there[name]).toEqual(here);
	expect(new Set(visited.map(({ date }) => date)).size).toBe(PLACES.length);
}

describe("the same evidence gives the same receipt, to the byte", { timeout: FULL ? 900_000 : 240_000 }, () => {
	it(`of exemplary sites, in ${ORDERS} orders of answers each`, async () => {
		for (const subject of await subjectsOf("exemplary")) await inManyOrders(subject, ORDERS / 2);
	});

	it.skipIf(!real.path)(`of real sites, in ${ORDERS} orders of answers each${real.note}`, async () => {
		for (const subject of await subjectsOf("real")) await inManyOrders(subject, ORDERS / 2);
	});

	it(`of exemplary sites, in ${SHUFFLES} orders of the evidence's members`, async () => {
		for (const subject of await subjectsOf("exemplary")) await inManyKeyOrders(subject);
	});

	it.skipIf(!real.path)(`of real sites, in ${SHUFFLES} orders of the evidence's members${real.note}`, async () => {
		for (const subject of await subjectsOf("real")) await inManyKeyOrders(subject);
	});

	if (FULL)
		it.skipIf(!browserPath)(
			`of an exemplary site, in ${DEEP_RUNS} deep audits by a browser, with one score`,
			async () => {
				const scores = new Set<string>();
				for (let run = 0; run < DEEP_RUNS; run++) scores.add(JSON.stringify(await deepScores(browserPath)));
				expect([...scores]).toHaveLength(1);
			},
		);

	it("of exemplary sites, in other time zones and languages", async () => {
		await inManyPlaces("exemplary");
	});

	it.skipIf(!real.path)(`of real sites, in other time zones and languages${real.note}`, async () => {
		await inManyPlaces("real");
	});
});
