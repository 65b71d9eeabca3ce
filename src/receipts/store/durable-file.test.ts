import { mkdir, mkdtemp, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
	createFile,
	DISK,
	type Disk,
	ensureDirectory,
	removeAbandoned,
	replaceFile,
	withLock,
} from "./durable-file.ts";

let path = "";
beforeEach(async () => {
	path = join(await mkdtemp(join(tmpdir(), "sightline-file-")), "deep", "name.json");
});

describe("createFile", () => {
	it("creates a file once, accepts equal bytes, and never replaces others", async () => {
		expect(await createFile(path, "one")).toBe("created");
		expect(await createFile(path, "one")).toBe("same");
		expect(await createFile(path, "two")).toBe("different");
		expect(await readFile(path, "utf8")).toBe("one");
		expect(await readdir(join(path, ".."))).toEqual(["name.json"]);
	});

	it("makes a private file readable only by its owner", async () => {
		await createFile(path, "secret", { mode: 0o600 });
		expect((await stat(path)).mode & 0o777).toBe(0o600);
	});

	it("lets exactly one of many writers create it", async () => {
		const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => createFile(path, `writer ${index}`)));
		expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(1);
		expect(outcomes.filter((outcome) => outcome === "different")).toHaveLength(19);
	});
});

describe("replaceFile", () => {
	it("leaves no temporary file if the disk is full", async () => {
		const folder = await mkdtemp(join(tmpdir(), "sightline-full-"));
		const full: Disk = {
			...DISK,
			async create(path, mode) {
				const file = await DISK.create(path, mode);
				return { ...file, write: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) };
			},
		};
		await expect(replaceFile(join(folder, "a"), "text", full)).rejects.toMatchObject({ code: "ENOSPC" });
		expect(await readdir(folder)).toEqual([]);
	});

	it("replaces the whole file", async () => {
		await replaceFile(path, "a long first text");
		await replaceFile(path, new TextEncoder().encode("short"));
		expect(await readFile(path, "utf8")).toBe("short");
		expect(await readdir(join(path, ".."))).toEqual(["name.json"]);
	});
});

describe("removeAbandoned", () => {
	it("removes only old leftovers of killed processes", async () => {
		const root = await mkdtemp(join(tmpdir(), "sightline-abandoned-"));
		const old = join(root, ".tmp-old.json");
		for (const name of [".tmp-old.json", ".tmp-new.json", "kept.json"]) await writeFile(join(root, name), "{}");
		await utimes(old, 0, 0);
		await utimes(join(root, "kept.json"), 0, 0);
		await removeAbandoned(root);
		expect((await readdir(root)).toSorted()).toEqual([".tmp-new.json", "kept.json"]);
		await expect(removeAbandoned(join(root, "nowhere"))).resolves.toBeUndefined();
	});
});

describe("withLock", () => {
	it("serializes work, and breaks a stale lock", async () => {
		const file = join(await mkdtemp(join(tmpdir(), "sightline-lock-")), "name.jsonl");
		let inside = 0;
		let most = 0;
		const work = () =>
			withLock(file, async () => {
				most = Math.max(most, ++inside);
				await new Promise((resolve) => setTimeout(resolve, 5));
				inside--;
			});
		const left = join(file, "..", ".tmp-lock-name.jsonl");
		await mkdir(left);
		await utimes(left, 0, 0);
		await Promise.all([work(), work(), work()]);
		expect(most).toBe(1);
	});
});

describe("ensureDirectory", () => {
	it("fails for a folder that accepts no subfolder", async () => {
		const refuses = (code: string) => Object.assign(new Error(code), { code });
		const makeDirectory = async (path: string) => {
			throw refuses(path === "/full" ? "EEXIST" : "ENOENT");
		};
		await expect(ensureDirectory("/full/a", { ...DISK, makeDirectory })).rejects.toMatchObject({ code: "ENOENT" });
	});
});
