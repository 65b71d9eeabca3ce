import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isFailure } from "#core/failure.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { seeded } from "#core/seeded.testkit.ts";
import { checkLog } from "#log/seal/log-check.testkit.ts";
import { isPrefix } from "#log/seal/log-folder.ts";
import { publishedSite } from "#log/seal/published-places.ts";
import { type LogHome, type SealOptions, seal, sealLog } from "#log/seal/seal.ts";
import { addReceipt, makeHome, vkeyOf } from "#log/seal/sealing.testkit.ts";
import { FLAWS, type Flaw, policyOf, startWitness, type TestWitness } from "#log/seal/witness.testkit.ts";
import { type Checkpoint, parseCheckpoint, parseNote, parseVerifierKey } from "#log/tlog/note.ts";
import { type Machine, makeRemote, QUICK, stateOf, temporaryFolder } from "./machine.testkit.ts";
import { publishedPlaces } from "./publish-checkout.ts";

const RACES = FULL ? 100 : 2;
/** A late witness answers after this is over. */
const SEALING: SealOptions = { answerMs: 1500 };

/** Four witnesses, one of them wrong in one way or none: three must cosign, so that two quorums share two, and one that is right. */
async function startWitnesses(flaw: Flaw | undefined, place: number): Promise<TestWitness[]> {
	const logKeys = [await parseVerifierKey(await vkeyOf(1))];
	const plans = [0, 1, 2, 3].map((at) => ({ number: 30 + at, flaw: at === place ? flaw : undefined, lateMs: 2500 }));
	return Promise.all(plans.map((plan) => startWitness(logKeys, plan)));
}

/** Published state of the log. */
interface Upload extends Checkpoint {
	readonly folder: string;
}

/** A site that whoever likes puts files on; what was there is kept. */
async function openSite() {
	const uploads: Upload[] = [];
	const server = createServer(async (_, response) => {
		const newest = uploads.at(-1);
		if (newest) response.end(await readFile(join(newest.folder, "checkpoint")));
		else response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		uploads,
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async upload({ reports }: LogHome) {
			const folder = join(temporaryFolder(), "log");
			await cp(join(reports, "log"), folder, { recursive: true });
			uploads.push({ folder, ...parseCheckpoint(parseNote(await readFile(join(folder, "checkpoint"), "utf8")).text) });
		},
		close: () => server.close(),
	};
}

/** Pairs of states of which neither is what the other began with. */
async function conflicts(uploads: readonly Upload[]): Promise<number> {
	let count = 0;
	for (const [at, one] of uploads.entries())
		for (const other of uploads.slice(at + 1)) {
			const [older, newer] = one.size <= other.size ? [one, other] : [other, one];
			if (!(await isPrefix(newer.folder, older, newer))) count++;
		}
	return count;
}

/** Fetches the published log as a fresh copy of the site's files. */
async function bring({ reports }: LogHome, { folder }: Upload): Promise<void> {
	for (const name of await readdir(join(reports, "log")))
		if (name !== "policy.txt" && name !== ".seal-lock") await rm(join(reports, "log", name), { recursive: true });
	await cp(folder, join(reports, "log"), { recursive: true, filter: (path) => !path.endsWith(".seal-lock") });
}

/** Two clones of reports with one key that seal and upload at once, and again until both have nothing left to do or are stuck. */
async function raceForSite(random: () => number, flaw: Flaw | undefined) {
	const [site, witnesses] = [await openSite(), await startWitnesses(flaw, Math.floor(4 * random()))];
	const places = [publishedSite(site.address)];
	const first = await makeHome({ places });
	await addReceipt(first.reports, 0);
	await sealLog({}, first);
	await writeFile(join(first.reports, "log", "policy.txt"), policyOf(3, witnesses));
	await site.upload(first);
	const second = await makeHome({ places });
	await cp(first.reports, second.reports, { recursive: true });
	const work = async (home: LogHome, number: number) => {
		await addReceipt(home.reports, number);
		for (let tries = 0; tries < 4; tries++) {
			await pause(40 * random());
			const outcome = await sealLog(SEALING, home).catch((error: unknown) => {
				if (isFailure(error) && error.code === "log-changed") return undefined;
				throw error;
			});
			await pause(40 * random());
			if (outcome?.waiting === undefined && outcome) return site.upload(home);
			const newest = site.uploads.at(-1);
			if (!outcome && newest) await bring(home, newest);
		}
	};
	await Promise.all([work(first, 1), work(second, 2)]);
	site.close();
	for (const witness of witnesses) witness.close();
	return { conflicts: await conflicts(site.uploads), published: site.uploads.length - 1 };
}

/** Two checkouts of one branch with one key that seal and publish at once. */
async function raceForBranch(random: () => number, flaw: Flaw | "no policy") {
	const { first, clone, git } = await makeRemote();
	const isPlain = flaw === "no policy";
	const witnesses = isPlain ? [] : await startWitnesses(flaw, Math.floor(4 * random()));
	await first.audit(0);
	if (!isPlain) await writeFile(join(first.settings.reports, "log", "policy.txt"), policyOf(3, witnesses));
	await first.publish();
	const second = await clone();
	const work = async ({ settings, publish }: Machine, number: number) => {
		await addReceipt(settings.reports, number);
		await pause(60 * random());
		await seal(SEALING, settings, await publishedPlaces(settings, process.env)).catch((error: unknown) => {
			if (!isFailure(error) || error.code !== "log-changed") throw error;
		});
		await pause(60 * random());
		await publish({ patience: { ...QUICK, tries: 20 }, sealing: SEALING });
	};
	await Promise.all([work(first, 1), work(second, 2)]);
	for (const machine of [first, second]) await machine.publish({ sealing: SEALING });
	await first.publish({ sealing: SEALING });
	for (const witness of witnesses) witness.close();
	const { checkpoint = "", leaves } = await stateOf(first);
	expect(new Set(leaves).size).toBe(leaves.length);
	if (isPlain) expect(leaves).toHaveLength(3);
	// Each published checkpoint is kept; that those are what the newest began with, checkLog recomputes.
	const log = join(first.settings.reports, "log");
	await checkLog(log);
	const commits = git("rev-list", "main", "--", "reports/log/checkpoint").split("\n");
	const texts = commits.map((commit) => `${git("show", `${commit}:reports/log/checkpoint`)}\n`);
	const lost = texts.map(async (text): Promise<number> => {
		const { text: body } = parseNote(text);
		const kept = await readFile(join(log, "checkpoints", String(parseCheckpoint(body).size)), "utf8").catch(() => "");
		return kept !== "" && parseNote(kept).text === body ? 0 : 1;
	});
	expect(texts).toContain(checkpoint);
	return { conflicts: (await Promise.all(lost)).reduce((sum, each) => sum + each, 0), published: texts.length - 1 };
}

describe("two clones with one key", () => {
	it(`never publish 2 histories in ${RACES} races, whatever one of 4 witnesses does`, {
		timeout: 1_800_000,
	}, async () => {
		const random = seeded(19);
		const kinds = [
			() => raceForSite(random, undefined),
			() => raceForBranch(random, "no policy"),
			...FLAWS.flatMap((flaw) => [() => raceForSite(random, flaw), () => raceForBranch(random, flaw)]),
		];
		const seen = { conflicts: 0, published: 0 };
		for (let race = 0; race < RACES; race++) {
			const ended = await kinds[race % kinds.length]?.();
			seen.conflicts += ended?.conflicts ?? 0;
			seen.published += ended?.published ?? 0;
		}
		expect(seen.conflicts).toBe(0);
		expect(seen.published).toBeGreaterThan(RACES / 2);
	});
});
