import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAgencyFiles } from "./agency-files.ts";

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script/><path d="M0 0h40v10z"/></svg>';
let directory = "";
const put = (name: string, content: string) => writeFile(join(directory, name), content);
const why = () =>
	readAgencyFiles(directory).then(
		() => "",
		(error: Error) => error.message,
	);

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "sightline-agencies-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("readAgencyFiles", () => {
	it("reads every agency by file name, with its rewritten logo", async () => {
		await put("north-pier.json", JSON.stringify({ name: "North Pier", contact: "a@b.example", logo: "pier.svg" }));
		await put("south.json", '{"name": "South"}');
		await put("pier.svg", LOGO);
		const { brands, logos } = await readAgencyFiles(directory);
		expect(brands.get("south")).toEqual({ slug: "south", name: "South", version: expect.any(String) });
		expect(brands.get("north-pier")).toMatchObject({
			name: "North Pier",
			logo: { width: 528, height: 132 },
		});
		expect(new TextDecoder("latin1").decode(logos.get("north-pier")?.bytes)).toMatch(/^.PNG/);
		expect([...logos.keys()]).toEqual(["north-pier"]);
	});

	it("changes the version with any change of the brand", async () => {
		const versions = new Set<string | undefined>();
		for (const [profile, logo] of [
			[{ name: "A", logo: "a.svg" }, LOGO],
			[{ name: "A", logo: "a.svg" }, LOGO.replace("h40", "h20")],
			[{ name: "B", logo: "a.svg" }, LOGO],
		] as const) {
			await put("a.svg", logo);
			await put("a.json", JSON.stringify(profile));
			versions.add((await readAgencyFiles(directory)).brands.get("a")?.version);
		}
		expect(versions.size).toBe(3);
	});

	it("finds none without a folder", async () => {
		await rm(directory, { recursive: true });
		expect((await readAgencyFiles(directory)).brands.size).toBe(0);
	});

	it.each([
		['{\n"name": "A",\n}', "a.json, line 2: A comma stands"],
		['{\n"$schema": "x"\n}', "a.json, line 1: name "],
		['{"name": "A",\n"url": "https://a.example",\n"color": {}}', 'a.json, line 3: Unrecognized key: "color"'],
		[
			'{"name": "A",\n"colors": {\n"accent": "#777",\n"ink": "#fff"}}',
			"a.json, line 4: colors.ink has a contrast of 4.4 to 1 on the background; text needs 4.5 to 1. Make one of the two lighter or darker. Correct it",
		],
		['{"name": "A",\n\n"logo": "none.svg"}', "a.json, line 3: none.svg cannot be read. There is no such file"],
		['{"name": "A",\n"logo": "bad.svg"}', "a.json, line 2: bad.svg cannot be used. It contains text"],
		["[]", "a.json, line 1: "],
		["", "a.json, line 1: "],
	])("refuses %j with its line", async (text, says) => {
		await put("bad.svg", LOGO.replace("<script/>", "<text/>"));
		await put("a.json", text);
		expect(await why()).toContain(`An agency's file cannot be used. ${says}`);
	});

	it("names every invalid file, including wrong file names", async () => {
		await put("a.json", "{}");
		await put("24notion.json", '{"name": "24"}');
		await put("North.json", '{"name": "N"}');
		await mkdir(join(directory, "folder.json"));
		const says = await why();
		expect(says).toContain("4 agencies' files cannot be used.");
		expect(says).toContain("24notion.json: the name before .json must not be eight letters and digits");
		expect(says).toContain("North.json: the name before .json must be lower-case Latin letters");
		expect(says).toContain("folder.json cannot be read. It is a folder");
	});
});
