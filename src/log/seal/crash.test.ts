import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { createFailingDisk, DiskDied, ENDINGS, type Ending } from "#receipts/store/failing-disk.testkit.ts";
import { checkLog, leftovers } from "./log-check.testkit.ts";
import { type LogHome, type SealOptions, sealLog } from "./seal.ts";
import { addReceipt, keyOf, makeHome, moment, unchanged, writeRun } from "./sealing.testkit.ts";

/** failing-disk.testkit.ts simulates durability, so a real disk would only be slower. */
const IN_MEMORY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A log before a seal, and the options of the seal. */
interface Scene {
	readonly home: LogHome;
	readonly options: SealOptions;
	/** Leaves before and after. */
	readonly sizes: readonly [number, number];
}

/** From 254 to 260 leaves, across the edge of a tile, so that a level is added and partial tiles are deleted. */
async function growing(): Promise<Scene> {
	const home = await makeHome({ isIndexed: true });
	const receipt = await addReceipt(home.reports, 0);
	const nights = (from: number, count: number) =>
		Array.from({ length: count }, (_, at) => unchanged(receipt, moment(from + at)));
	await writeRun(home.reports, "2026-11-01", nights(1, 252));
	await sealLog({}, home);
	await addReceipt(home.reports, 5000);
	await writeRun(home.reports, "2026-11-02", nights(6000, 4));
	return { home, options: {}, sizes: [254, 260] };
}

/** The first seal, which also generates the key. */
async function beginning(): Promise<Scene> {
	const home = await makeHome({ signingKeys: [] });
	for (const number of [1, 2, 3]) await addReceipt(home.reports, number);
	return { home, options: {}, sizes: [0, 3] };
}

/** A rotation with new leaves. */
async function rotating(): Promise<Scene> {
	const home = await makeHome();
	await addReceipt(home.reports, 1);
	await sealLog({}, home);
	await addReceipt(home.reports, 2);
	return { home: { ...home, signingKeys: [await keyOf(2), await keyOf(1)] }, options: { rotate: true }, sizes: [1, 3] };
}

/** The older of 2 keys stops signing, with new leaves. */
async function retiring(): Promise<Scene> {
	const { home } = await rotating();
	await sealLog({ rotate: true }, home);
	await addReceipt(home.reports, 3);
	return { home: { ...home, signingKeys: [await keyOf(2)] }, options: {}, sizes: [3, 5] };
}

async function copyOf({ home, ...scene }: Scene): Promise<Scene & { readonly root: string }> {
	const root = await mkdtemp(join(IN_MEMORY, "sightline-crash-"));
	await cp(join(home.reports, ".."), root, { recursive: true });
	return { ...scene, root, home: { ...home, reports: join(root, "reports"), state: join(root, "data", "log") } };
}

/** Content of every published file. */
async function published({ reports }: LogHome): Promise<Map<string, string>> {
	const entries = await readdir(join(reports, "log"), { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".seal-lock"));
	const read = files.map(async ({ parentPath, name }) => {
		const path = join(parentPath, name);
		return [path.slice(reports.length), await readFile(path, "base64")] as const;
	});
	return new Map((await Promise.all(read)).sort());
}

/** Kills a seal at a step and checks everything that must hold afterwards. @returns whether it got so far */
async function dieAt(
	step: number,
	ending: Ending,
	scene: Scene,
	whole: Map<string, string> | undefined,
): Promise<boolean> {
	const { root, home, options, sizes } = await copyOf(scene);
	const disk = await createFailingDisk(root, step, ending);
	const died = await sealLog(options, home, disk).then(
		() => false,
		(error) => {
			if (error instanceof DiskDied) return true;
			throw error;
		},
	);
	if (ending === "lost" || ending === "partly") await disk.powerLoss(step);
	const log = join(home.reports, "log");
	const { size } = await checkLog(log);
	expect(died ? sizes : [sizes[1]]).toContain(size);
	const again = await createFailingDisk(root, Number.POSITIVE_INFINITY, "lost");
	expect(await sealLog(options, home, again)).toMatchObject({ size: sizes[1], faulty: false });
	expect(await leftovers(log, sizes[1])).toEqual([]);
	if (whole) expect(await published(home)).toEqual(whole);
	// Reported leaves survive a power loss, without duplicates.
	await again.powerLoss(0);
	const { leaves } = await checkLog(log);
	expect(leaves).toHaveLength(sizes[1]);
	expect(new Set(leaves.map((leaf) => JSON.stringify(leaf))).size).toBe(sizes[1]);
	await rm(root, { recursive: true });
	return died;
}

// Leaves that bind files contain the time of the seal, and repeated seals are compared byte for byte.
beforeAll(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T02:00:00.000Z") }));
afterAll(() => vi.useRealTimers());

describe.each([
	["a log that grows over the edge of a tile", growing],
	["the first seal", beginning],
	["a rotation of keys", rotating],
	["the end of an old key", retiring],
])("%s", (_name, make) => {
	let scene: Scene;
	let whole: Map<string, string> | undefined;
	beforeAll(async () => {
		scene = await make();
		const undisturbed = await copyOf(scene);
		await sealLog(scene.options, undisturbed.home);
		// A generated key and its signatures differ between runs.
		whole = scene.home.signingKeys.length > 0 ? await published(undisturbed.home) : undefined;
	});
	afterAll(() => rm(join(scene.home.reports, ".."), { recursive: true }));

	it.each(ENDINGS)(
		"the log is old or new wherever the disk dies (%s), and the next seal completes it",
		{ timeout: 600_000 },
		async (ending) => {
			// In the short form every 40th step has one of the endings.
			let step = FULL ? 1 : 1 + 40 * ENDINGS.indexOf(ending);
			while (await dieAt(step, ending, scene, whole)) step += FULL ? 1 : 40 * ENDINGS.length;
			expect(step).toBeGreaterThan(40);
		},
	);
});
