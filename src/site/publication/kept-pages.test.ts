import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KeptPages } from "./kept-pages.ts";

let root = "";
const kept = () => join(root, "pages");
const site = () => join(root, "site");
const PAGE = "brief/example.com/index.html";
const CARD = "card/example.com.png";

beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-kept-"));
	const pages = await KeptPages.open(kept(), "program");
	await draw(pages, PAGE, "a page", { listed: true });
	await draw(pages, CARD, "a card");
	await pages.close(site());
	await rm(site(), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function draw(pages: KeptPages, path: string, text: string, facts?: { listed: boolean }): Promise<void> {
	const file = join(site(), path);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
	pages.draw(path, Buffer.from(text), { key: `key of ${path}`, facts });
}

const shown = (path: string) => readFile(join(site(), path), "utf8");

describe("pages of the build before", () => {
	it("are given again under the same key, with what the sitemap says of them", async () => {
		const pages = await KeptPages.open(kept(), "program");
		expect(pages.restore(PAGE, `key of ${PAGE}`, site())).toBe(true);
		expect(await shown(PAGE)).toBe("a page");
		expect(pages.factsOf(PAGE)).toEqual({ listed: true });
		expect(pages.restore(PAGE, "another key", site())).toBe(false);
		expect(pages.restore("brief/other.example/index.html", `key of ${PAGE}`, site())).toBe(false);
	});

	it("are not given where their bytes are others, or gone, or another program made them", async () => {
		await writeFile(join(kept(), "files", PAGE), "a pagE");
		await rm(join(kept(), "files", CARD));
		const pages = await KeptPages.open(kept(), "program");
		for (const path of [PAGE, CARD]) expect(pages.restore(path, `key of ${path}`, site())).toBe(false);
		const other = await KeptPages.open(kept(), "another program");
		expect(other.restore(CARD, `key of ${CARD}`, site())).toBe(false);
	});

	it("are none where the record was cut off, or is of another form", async () => {
		const record = join(kept(), "kept.json");
		const text = await readFile(record, "utf8");
		for (const broken of [text.slice(0, -9), "", "[]", text.replace('"v":1', '"v":2')]) {
			await writeFile(record, broken);
			const pages = await KeptPages.open(kept(), "program");
			expect(pages.restore(PAGE, `key of ${PAGE}`, site())).toBe(false);
		}
	});

	it("are forgotten when a build no longer has them, and stay when it has", async () => {
		const pages = await KeptPages.open(kept(), "program");
		pages.restore(CARD, `key of ${CARD}`, site());
		await pages.close(site());
		const names = await readdir(join(kept(), "files"), { recursive: true });
		expect(names).toContain(CARD);
		expect(names).not.toContain(PAGE);
		const next = await KeptPages.open(kept(), "program");
		expect(next.restore(CARD, `key of ${CARD}`, join(root, "elsewhere"))).toBe(true);
	});

	it("of another program are forgotten, too", async () => {
		const pages = await KeptPages.open(kept(), "another program");
		await draw(pages, CARD, "another card");
		await pages.close(site());
		expect(await readdir(join(kept(), "files", "card"))).toEqual(["example.com.png"]);
		expect(await readdir(join(kept(), "files", "brief"), { recursive: true })).toEqual(["example.com"]);
	});

	it("that are drawn anew change no file of a site that has the earlier ones", async () => {
		const pages = await KeptPages.open(kept(), "program");
		pages.restore(PAGE, `key of ${PAGE}`, join(root, "before"));
		await draw(pages, PAGE, "a newer page");
		await pages.close(site());
		expect(await readFile(join(root, "before", PAGE), "utf8")).toBe("a page");
		expect(await readFile(join(kept(), "files", PAGE), "utf8")).toBe("a newer page");
	});
});
