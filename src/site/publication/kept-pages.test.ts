import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openKeptFolder } from "./kept-folder.ts";
import { KeptPages } from "./kept-pages.ts";

let root = "";
const kept = () => join(root, "pages");
const site = () => join(root, "site");
const PAGE = "brief/example.com/index.html";
const CARD = "card/example.com.png";

beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-kept-"));
	const pages = await open();
	await draw(pages, PAGE, "a page", { listed: true });
	await draw(pages, CARD, "a card");
	await pages.close(site());
	await rm(site(), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const open = async (program = "program") => KeptPages.open(await openKeptFolder(kept()), program);

async function draw(pages: KeptPages, path: string, text: string, facts?: { listed: boolean }): Promise<void> {
	const file = join(site(), path);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
	pages.draw(path, Buffer.from(text), { key: `key of ${path}`, facts });
}

const shown = (path: string) => readFile(join(site(), path), "utf8");
const gives = (pages: KeptPages, path: string) => pages.restore(path, `key of ${path}`, site());

/** Path of each kept file, by what is in it. */
async function files(): Promise<Map<string, string>> {
	const all = await readdir(kept(), { recursive: true, withFileTypes: true });
	const paths = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	return new Map(await Promise.all(paths.map(async (path) => [await readFile(path, "utf8"), path] as const)));
}
const fileWith = async (text: string) => (await files()).get(text) ?? "";
const record = async () => join(await openKeptFolder(kept()), "kept.json");

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
		await draw(pages, PAGE, "a page");
		await pages.close(site());
		expect(gives(await open(), PAGE)).toBe(true);
		expect(await shown(PAGE)).toBe("a page");
	});

	it("are none where the record was cut off, is of another form, or says something else", async () => {
		const text = await readFile(await record(), "utf8");
		const others = [text.slice(0, -9), "", "[]", text.replace('"v":2', '"v":3'), text.replace("true", "false")];
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
		await draw(pages, CARD, "another card");
		await pages.close(site());
		expect([...(await files()).keys()].slice(1)).toEqual(["another card"]);
		expect(await readdir(kept())).toHaveLength(1);
	});

	it("may be files where they were folders, and folders where they were files", async () => {
		for (const path of ["brief/acme.com.md", "brief/acme.com.md/index.html", "brief/acme.com.md"]) {
			await rm(site(), { recursive: true, force: true });
			const pages = await open();
			await draw(pages, path, `${path} of this build`);
			await pages.close(site());
			expect((await open()).restore(path, `key of ${path}`, join(root, "again", path))).toBe(true);
		}
	});

	it("that are drawn anew change no file of a site that has the earlier ones", async () => {
		const pages = await open();
		pages.restore(PAGE, `key of ${PAGE}`, join(root, "before"));
		await draw(pages, PAGE, "a newer page");
		await pages.close(site());
		expect(await readFile(join(root, "before", PAGE), "utf8")).toBe("a page");
		expect(gives(await open(), PAGE)).toBe(true);
		expect(await shown(PAGE)).toBe("a newer page");
	});
});

describe("a removal while a build is at work", () => {
	it("leaves nothing of what the build has drawn, nor of what a later one began to keep", async () => {
		const pages = await open();
		await draw(pages, PAGE, "a page with the domain");
		await rename(join(await openKeptFolder(kept())), join(kept(), "gone"));
		const later = await open();
		await expect(pages.close(site())).rejects.toThrow("ENOENT");
		expect([...(await files()).keys()]).toEqual([]);
		await draw(later, CARD, "a card");
		await later.close(site());
		expect(await fileWith("a card")).not.toBe("");
	});
});

describe("two builds at once", () => {
	it("write no page of theirs into the other's site", async () => {
		const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
		const program = `
			const { mkdirSync, readFileSync, writeFileSync } = await import("node:fs");
			const { KeptPages } = await import(${module("./kept-pages.ts")});
			const [folder, site, start] = process.argv.slice(1);
			const pages = KeptPages.open(folder, "program");
			const text = (page) => site + " " + page;
			mkdirSync(site, { recursive: true });
			for (let page = 0; page < 1500; page++) {
				writeFileSync(site + "/" + page, text(page));
				pages.draw(String(page), Buffer.from(text(page)), { key: text(page) });
			}
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
