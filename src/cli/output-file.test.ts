import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { requireOutput, STDOUT, writeInto, writeOutput } from "./output-file.ts";

let place = "";
beforeEach(async () => {
	place = await mkdtemp(join(tmpdir(), "sightline-output-"));
});

describe("writeInto", () => {
	it("writes everything into one file, and leaves no temporary files", async () => {
		const path = join(place, "out.json");
		await writeFile(path, "old and longer than what comes");
		const code = await writeInto(path, process.stdout, async (to) => {
			to.write("{");
			to.write("}\n");
			return 1;
		});
		expect(code).toBe(1);
		expect(await readFile(path, "utf8")).toBe("{}\n");
		expect(await readdir(place)).toEqual(["out.json"]);
	});

	it("keeps the old file if the command fails, and - is standard output", async () => {
		const path = join(place, "out.json");
		await writeFile(path, "old");
		await expect(writeInto(path, process.stdout, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
		expect(await readFile(path, "utf8")).toBe("old");
		const written: string[] = [];
		await writeInto(STDOUT, { write: (text) => written.push(text) }, async (to) => to.write("x"));
		expect(written).toEqual(["x"]);
	});
});

it("an unwritable path is refused with the reason; devices are not replaced", async () => {
	await expect(requireOutput(join(place, "no", "out"))).rejects.toThrow(/There is no folder/);
	await expect(requireOutput(place)).rejects.toThrow(/It is a folder/);
	await requireOutput("/dev/null");
	await writeOutput("/dev/null", "text");
	await writeOutput("/dev/null", new Uint8Array([37, 80, 68, 70]));
	expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
});
