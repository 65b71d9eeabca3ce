import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createFile, replaceFile } from "./durable-file.ts";

let path = "";
beforeEach(async () => {
	path = join(await mkdtemp(join(tmpdir(), "sightline-file-")), "deep", "name.json");
});

describe("createFile", () => {
	it("creates once, accepts the same bytes, and never replaces others", async () => {
		expect(await createFile(path, "one")).toBe("created");
		expect(await createFile(path, "one")).toBe("same");
		expect(await createFile(path, "two")).toBe("different");
		expect(await readFile(path, "utf8")).toBe("one");
		expect(await readdir(join(path, ".."))).toEqual(["name.json"]);
	});

	it("lets exactly one of many writers create it", async () => {
		const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => createFile(path, `writer ${index}`)));
		expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(1);
		expect(outcomes.filter((outcome) => outcome === "different")).toHaveLength(19);
	});
});

describe("replaceFile", () => {
	it("replaces the whole file", async () => {
		await replaceFile(path, "a long first text");
		await replaceFile(path, new TextEncoder().encode("short"));
		expect(await readFile(path, "utf8")).toBe("short");
		expect(await readdir(join(path, ".."))).toEqual(["name.json"]);
	});
});
