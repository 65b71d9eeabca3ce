import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const fonts = join(repository, "src", "styles", "fonts");
const files = readdirSync(fonts).filter((file) => file.endsWith(".woff2"));

describe("the files of the typeface", () => {
	it("weigh at most 40 KiB together, with their licence beside them", () => {
		const bytes = files.reduce((sum, file) => sum + readFileSync(join(fonts, file)).length, 0);
		expect(bytes).toBeLessThanOrEqual(40 * 1024);
		expect(readFileSync(join(fonts, "LICENSE"), "utf8")).toContain("SIL OPEN FONT LICENSE");
	});

	it("match the output of npm run fonts", () => {
		const made = mkdtempSync(join(tmpdir(), "sightline-fonts-"));
		execFileSync(process.execPath, [join(repository, "jobs", "fonts.ts"), made]);
		expect(readdirSync(made)).toEqual(files);
		for (const file of files) expect(readFileSync(join(made, file)).equals(readFileSync(join(fonts, file)))).toBe(true);
	});
});
