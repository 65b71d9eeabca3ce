import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toBase64 } from "#core/bytes.ts";
import { consistencyProof, type Hash, inclusionProof, treeRoot } from "./merkle.ts";
import { formatCheckpoint, signNote } from "./note.ts";
import { growLog } from "./small-log.testkit.ts";
import { createMemoryTree, formatTile, newTiles, tilePath } from "./tiles.ts";
import { flipByte, growUniformTree, leafOf, spoiltProofs } from "./tree.testkit.ts";

/** Debian's golang-golang-x-mod-dev puts the module here. */
const GO = { ...process.env, GO111MODULE: "off", GOFLAGS: "", GOPATH: process.env.GOPATH ?? "/usr/share/gocode" };
const MODULE = "golang.org/x/mod/sumdb/tlog";
const hasGo = spawnSync("go", ["list", MODULE], { env: GO }).status === 0;
const note = hasGo ? "" : " (skipped: no Go with golang.org/x/mod)";

interface Inclusion {
	readonly Size: number;
	readonly Root: string;
	readonly Index: number;
	readonly Leaf: string;
	readonly Proof: readonly string[];
}
interface Consistency {
	readonly Newer: number;
	readonly Older: number;
	readonly NewerRoot: string;
	readonly OlderRoot: string;
	readonly Proof: readonly string[];
}
interface Question {
	readonly VerifierKey: string;
	readonly Checkpoints?: readonly string[];
	readonly Entries?: readonly string[];
	readonly Sizes?: readonly number[];
	readonly TilePaths?: readonly string[];
	readonly Inclusions?: readonly Inclusion[];
	readonly Consistencies?: readonly Consistency[];
}
interface Answer {
	readonly heads: readonly unknown[] | null;
	readonly roots: readonly string[] | null;
	readonly tiles: readonly (string | null)[] | null;
	readonly included: readonly boolean[] | null;
	readonly consistent: readonly boolean[] | null;
}

let folder = "";

function ask(question: Question): Answer {
	const input = JSON.stringify(question);
	const output = execFileSync(join(folder, "judge"), { input, encoding: "utf8", maxBuffer: 2 ** 28 });
	return JSON.parse(output) as Answer;
}

const MOST = 1_000;
const SIZES = [1, 2, 3, 7, 8, 255, 256, 257, 511, 600, MOST];
const log = await growLog(MOST);
const tree = await createMemoryTree(log.leaves);
const roots = new Map(await Promise.all(SIZES.map(async (size) => [size, await log.rootOf(size)] as const)));

const inclusion = (size: number, root: Hash, index: number, leaf: Hash, proof: readonly Hash[]): Inclusion => ({
	Size: size,
	Root: toBase64(root),
	Index: index,
	Leaf: toBase64(leaf),
	Proof: proof.map(toBase64),
});
const consistency = (older: [number, Hash], newer: [number, Hash], proof: readonly Hash[]): Consistency => ({
	Older: older[0],
	OlderRoot: toBase64(older[1]),
	Newer: newer[0],
	NewerRoot: toBase64(newer[1]),
	Proof: proof.map(toBase64),
});

describe.skipIf(!hasGo)(`Go's golang.org/x/mod/sumdb${note}`, () => {
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), "sightline-judge-"));
		const cwd = fileURLToPath(new URL("./sumdb-judge", import.meta.url));
		execFileSync("go", ["build", "-o", join(folder, "judge"), "."], { cwd, env: GO });
	}, 120_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it("opens our checkpoints of every size, and no changed one", async () => {
		const sign = async (size: number, root: Hash) =>
			signNote(formatCheckpoint({ origin: log.key.name, size, root }), [log.key]);
		const sizes = [0, ...SIZES, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
		const good = await Promise.all(sizes.map((size) => sign(size, log.root)));
		const changed = [
			log.checkpoint.replace("\n1000\n", "\n1001\n"),
			log.checkpoint.replace("log.example", "log.exemple"),
			log.checkpoint.replace(/.{5}=\n$/, "AAAAA=\n"),
			log.checkpoint.replace("\u2014", "-"),
		];
		const { heads } = ask({ VerifierKey: log.verifierKey, Checkpoints: [...good, ...changed] });
		const root = toBase64(log.root);
		const expected = sizes.map((size) => ({ origin: log.key.name, size, root }));
		expect(heads).toEqual([...expected, ...changed.map(() => null)]);
	});

	it("builds the same tree and tiles from our entries", async () => {
		const tiles = SIZES.flatMap((size) => [...newTiles(0, size)]).filter(({ level }) => level !== "entries");
		const bytes = tiles.map(async ({ level, index, width }) => {
			const hashes = Array.from({ length: width }, (_, at) => tree.read(8 * Number(level), index * 256 + at));
			return toBase64(formatTile(await Promise.all(hashes)));
		});
		const answer = ask({
			VerifierKey: log.verifierKey,
			Entries: log.entries.map(toBase64),
			Sizes: SIZES,
			TilePaths: tiles.map(tilePath),
		});
		expect(answer.roots).toEqual([...roots.values()].map(toBase64));
		expect(tiles.length).toBeGreaterThan(20);
		expect(answer.tiles).toEqual(await Promise.all(bytes));
	});

	it("accepts our inclusion proofs and rejects tampered ones", async () => {
		const [good, bad]: [Inclusion[], Inclusion[]] = [[], []];
		for (const [size, root] of roots) {
			for (const index of new Set([0, 1, size >> 1, size - 2, size - 1].filter((at) => at >= 0 && at < size))) {
				const [leaf, proof] = [log.leaves[index] as Hash, await inclusionProof(index, size, tree.read)];
				good.push(inclusion(size, root, index, leaf, proof));
				bad.push(
					inclusion(size, root, index, leafOf(index), proof),
					inclusion(size, root, index + 1, leaf, proof),
					inclusion(size, flipByte(root, index), index, leaf, proof),
					inclusion(size, root, index, leaf, [...proof, leaf]),
					...spoiltProofs(proof, index).map((spoilt) => inclusion(size, root, index, leaf, spoilt)),
				);
			}
		}
		const { included } = ask({ VerifierKey: log.verifierKey, Inclusions: [...good, ...bad] });
		expect(included).toEqual([...good.map(() => true), ...bad.map(() => false)]);
	});

	it("accepts our consistency proofs and rejects tampered ones", async () => {
		const [good, bad]: [Consistency[], Consistency[]] = [[], []];
		for (const older of roots) {
			for (const newer of [...roots].filter(([size]) => size >= older[0])) {
				const proof = await consistencyProof(older[0], newer[0], tree.read);
				good.push(consistency(older, newer, proof));
				bad.push(
					consistency([older[0], flipByte(older[1], 5)], newer, proof),
					consistency(older, [newer[0], flipByte(newer[1], 5)], proof),
					consistency([0, older[1]], newer, proof),
					consistency(older, newer, [...proof, newer[1]]),
					...spoiltProofs(proof, 5).map((spoilt) => consistency(older, newer, spoilt)),
				);
			}
		}
		const { consistent } = ask({ VerifierKey: log.verifierKey, Consistencies: [...good, ...bad] });
		expect(consistent).toEqual([...good.map(() => true), ...bad.map(() => false)]);
	});

	it("accepts our proofs of the largest logs", async () => {
		const read = await growUniformTree();
		const sizes = [2 ** 31 - 1, 2 ** 31 + 1, 2 ** 32, 2 ** 52 + 12_345, 2 ** 53 - 2, 2 ** 53 - 1];
		const heads = await Promise.all(sizes.map(async (size) => [size, await treeRoot(size, read)] as [number, Hash]));
		const inclusions = heads.flatMap(([size, root]) =>
			[0, Math.floor(size / 3), size - 1].map(async (index) =>
				inclusion(size, root, index, leafOf(0), await inclusionProof(index, size, read)),
			),
		);
		const consistencies = heads.flatMap((older, at) =>
			heads.slice(at).map(async (newer) => consistency(older, newer, await consistencyProof(older[0], newer[0], read))),
		);
		const answer = ask({
			VerifierKey: log.verifierKey,
			Inclusions: await Promise.all(inclusions),
			Consistencies: await Promise.all(consistencies),
		});
		expect(answer.included).toEqual(inclusions.map(() => true));
		expect(answer.consistent).toEqual(consistencies.map(() => true));
	});
});
