import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KeptPages, openKeptFolder } from "./kept-pages.ts";

let root = "";
const kept = () => join(root, "pages");
const site = () => join(root, "site");
const PAGE = "brief/example.com/index.html";
const CARD = "card/example.com.png";

beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-kept-"));
	const pages = await open();
	draw(pages, PAGE, "a page", { listed: true });
	draw(pages, CARD, "a card");
	await pages.close(site());
	await rm(site(), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Starts a build of these pages. */
async function open(program = "program", paths: readonly string[] = [PAGE, CARD], output = site()): Promise<KeptPages> {
	const pages = KeptPages.open(await openKeptFolder(kept()));
	pages.begin(program, new Map(paths.map((path) => [path, `key of ${path}`])), output);
	return pages;
}

function draw(pages: KeptPages, path: string, text: string, facts?: { listed: boolean }): void {
	pages.draw(path, Buffer.from(text), { key: `key of ${path}`, facts }, site());
}

const shown = (path: string) => readFile(join(site(), path), "utf8");
const gives = (pages: KeptPages, path: string) => pages.restore(path, `key of ${path}`, site());

/** Paths of kept files by content. */
async function files(): Promise<Map<string, string>> {
	const all = await readdir(kept(), { recursive: true, withFileTypes: true });
	const paths = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	return new Map(await Promise.all(paths.map(async (path) => [await readFile(path, "utf8"), path] as const)));
}
const fileWith = async (text: string) => (await files()).get(text) ?? "";
const record = async () => join(await openKeptFolder(kept()), "kept.jsonl");

describe("pages of the build before", () => {
	it("are given again under the same key, with what the sitemap says of them", async () => {
		const pages = await open();
		expect(gives(pages, PAGE)).toBe(true);
		expect(await shown(PAGE)).toBe("a page");
		expect(pages.factsOf(PAGE)).toEqual({ listed: true });
		expect(pages.restore(PAGE, "another key", site())).toBe(false);
		expect(pages.restore("brief/other.example/index.html", `key of ${PAGE}`, site())).toBe(false);
	});

	it("are not given where their bytes are others, or gone, or cannot be read, or another program made them", async () => {
		const [page, card] = [await fileWith("a page"), await fileWith("a card")];
		await writeFile(page, "a pagE");
		await rm(card);
		const pages = await open();
		for (const path of [PAGE, CARD]) expect(gives(pages, path)).toBe(false);
		await mkdir(card);
		expect(gives(pages, CARD)).toBe(false);
		await rm(join(page, "..", ".."), { recursive: true });
		await writeFile(join(page, "..", ".."), "a file");
		expect(gives(pages, PAGE)).toBe(false);
		await expect(readdir(join(site(), "brief/example.com"))).resolves.toEqual([]);
		expect(gives(await open("another program"), CARD)).toBe(false);
	});

	it("are kept again when they were drawn in place of damaged ones", async () => {
		await writeFile(await fileWith("a page"), "a pagE");
		const pages = await open();
		gives(pages, PAGE);
		draw(pages, PAGE, "a page");
		await pages.close(site());
		expect(gives(await open(), PAGE)).toBe(true);
		expect(await shown(PAGE)).toBe("a page");
	});

	it("are none where the record was cut off, is of another form, or says something else", async () => {
		const text = await readFile(await record(), "utf8");
		const earlier = text.slice(0, text.lastIndexOf("\n") + 1).replace('"v":3', '"v":2');
		expect(earlier).toContain('"v":2');
		const others = [text.slice(0, -9), "", "[]", earlier + hash("sha256", earlier), text.replace("true", "false")];
		for (const broken of others) {
			await writeFile(await record(), broken);
			expect(gives(await open(), PAGE)).toBe(false);
		}
		await rm(await record());
		await mkdir(await record());
		expect(gives(await open(), PAGE)).toBe(false);
	});

	it("are forgotten when a build no longer has them, with their names, and stay when it has", async () => {
		const pages = await open();
		gives(pages, CARD);
		await pages.close(site());
		const names = await readdir(kept(), { recursive: true });
		expect([...(await files()).keys()]).toEqual([expect.stringContaining("key of card"), "a card"]);
		expect(names.filter((name) => name.includes("example.com"))).toEqual([]);
		expect((await open()).restore(CARD, `key of ${CARD}`, join(root, "elsewhere"))).toBe(true);
	});

	it("of another program are forgotten, too, and of another form", async () => {
		await mkdir(join(kept(), "files/brief/example.com"), { recursive: true });
		const pages = await open("another program");
		draw(pages, CARD, "another card");
		await pages.close(site());
		expect([...(await files()).keys()].slice(1)).toEqual(["another card"]);
		expect(await readdir(kept())).toHaveLength(1);
	});

	it("may be files where they were folders, and folders where they were files", async () => {
		for (const path of ["brief/acme.com.md", "brief/acme.com.md/index.html", "brief/acme.com.md"]) {
			await rm(site(), { recursive: true, force: true });
			const pages = await open();
			draw(pages, path, `${path} of this build`);
			await pages.close(site());
			expect((await open()).restore(path, `key of ${path}`, join(root, "again", path))).toBe(true);
		}
	});

	it("stay where the site still has them, and are put there again where it has something else", async () => {
		gives(await open(), PAGE);
		const { ctimeMs, ino } = await stat(join(site(), PAGE));
		const pages = await open();
		expect(gives(pages, PAGE)).toBe(true);
		expect(await stat(join(site(), PAGE))).toMatchObject({ ctimeMs, ino });
		await rm(join(site(), PAGE));
		await writeFile(join(site(), PAGE), "a pagE");
		expect(gives(await open(), PAGE)).toBe(true);
		expect(await shown(PAGE)).toBe("a page");
	});

	it("are taken out of the site, with their folders, where the build has others, or another program", async () => {
		for (const others of [() => open("program", [CARD]), () => open("another program")]) {
			gives(await open(), PAGE);
			gives(await open(), CARD);
			await writeFile(join(site(), "brief/robots.txt"), "of another hand");
			const pages = await others();
			const left = await readdir(site(), { recursive: true });
			expect(left.filter((path) => path.includes("example.com/"))).toEqual([]);
			expect(left).toContain("brief/robots.txt");
			expect(left).not.toContain("brief/example.com");
			expect(gives(pages, CARD)).toBe(left.includes(CARD));
		}
	});

	it("give way to files of the project's own, which stay as they are", async () => {
		for (const path of [PAGE, CARD]) gives(await open(), path);
		const kept = await fileWith("a page");
		const pages = KeptPages.open(await openKeptFolder(join(root, "pages")));
		pages.giveUp(PAGE, site());
		pages.giveUp("brief/of-the-project.html", site());
		await mkdir(join(site(), PAGE, ".."), { recursive: true });
		await writeFile(join(site(), PAGE), "the project's");
		pages.begin("program", new Map([[CARD, `key of ${CARD}`]]), site());
		expect([await shown(PAGE), await shown(CARD)]).toEqual(["the project's", "a card"]);
		expect(await readFile(kept, "utf8")).toBe("a page");
	});

	it("are looked for where there is a folder or another file now, and that is left alone", async () => {
		gives(await open(), PAGE);
		await rm(join(site(), PAGE));
		await mkdir(join(site(), PAGE));
		// No earlier file.
		await open("program", []);
		await rm(site(), { recursive: true });
		await mkdir(join(site(), "brief"), { recursive: true });
		await writeFile(join(site(), "brief/example.com"), "a file in place of a folder");
		await open("program", []);
		expect(await readdir(join(site(), "brief"))).toEqual(["example.com"]);
	});

	it("that are drawn anew change no file of a site that has the earlier ones", async () => {
		const pages = await open();
		pages.restore(PAGE, `key of ${PAGE}`, join(root, "before"));
		// A folder that the build left behind.
		gives(pages, PAGE);
		draw(pages, PAGE, "a newer page");
		expect(await fileWith("a page")).not.toBe("");
		await pages.close(site());
		expect(await readFile(join(root, "before", PAGE), "utf8")).toBe("a page");
		expect(gives(await open(), PAGE)).toBe(true);
		expect(await shown(PAGE)).toBe("a newer page");
	});
});

describe("a removal while a build is at work", () => {
	it("leaves nothing of what the build has drawn, nor of what a later one began to keep", async () => {
		const pages = await open();
		draw(pages, PAGE, "a page with the domain");
		await rename(join(await openKeptFolder(kept())), join(kept(), "gone"));
		const later = await open();
		await expect(pages.close(site())).rejects.toThrow("ENOENT");
		expect([...(await files()).keys()]).toEqual([]);
		draw(later, CARD, "a card");
		await later.close(site());
		expect(await fileWith("a card")).not.toBe("");
	});
});

describe("two builds at once", () => {
	it("write no page of theirs into the other's site", async () => {
		const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
		const program = `
			const { readFileSync } = await import("node:fs");
			const { KeptPages } = await import(${module("./kept-pages.ts")});
			const [folder, site, start] = process.argv.slice(1);
			const pages = KeptPages.open(folder);
			pages.begin("program", new Map(), site);
			const text = (page) => site + " " + page;
			for (let page = 0; page < 1500; page++)
				pages.draw(String(page), Buffer.from(text(page)), { key: text(page) }, site);
			while (Date.now() < Number(start));
			await pages.close(site);
			for (let page = 0; page < 1500; page++)
				if (readFileSync(site + "/" + page, "utf8") !== text(page)) throw new Error("Another site's page.");`;
		const folder = await openKeptFolder(kept());
		const start = String(Date.now() + 1500);
		const build = (name: string) =>
			promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, folder, join(root, name), start]);
		await Promise.all(["one", "two"].map(build));
	});
});
