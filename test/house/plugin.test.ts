import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { TARBALL, VERSION } from "#core/brand.ts";
import { readJsonVector } from "#test/vectors/vectors.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const manifest = JSON.parse(read("plugin/.claude-plugin/plugin.json"));
const marketplace = JSON.parse(read(".claude-plugin/marketplace.json"));
const NAMES = readdirSync(new URL("plugin/skills/", root));

describe("the plugin for coding agents", () => {
	const schemas = addFormats.default(new Ajv());

	it.each([
		["plugin", manifest],
		["marketplace", marketplace],
	])("has a %s manifest that fits its schema, and a schema that refuses one without its name", (kind, given) => {
		const fits = schemas.compile(readJsonVector<object>(`claude-code/${kind}.schema.json`));
		expect([fits(given), fits.errors]).toEqual([true, null]);
		expect(fits({ ...given, name: undefined })).toBe(false);
	});

	it("has the program's version, and matches the marketplace", () => {
		const [listed, ...others] = marketplace.plugins;
		expect(others).toEqual([]);
		expect(manifest).toMatchObject({ version: VERSION, name: listed.name, description: listed.description });
		expect(existsSync(new URL(`${listed.source}/.claude-plugin/plugin.json`, root))).toBe(true);
	});
});

/** agentskills.io/specification. */
describe.each(NAMES)("the skill %s", (folder) => {
	const text = read(`plugin/skills/${folder}/SKILL.md`);
	const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
	const { name, description, compatibility, ...others } = parse(head);

	it("has the frontmatter that Agent Skills ask for", () => {
		expect(name).toBe(folder);
		expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
		expect(description).toMatch(/^(?=[^<>]{1,1024}$).*Use it when/);
		expect(compatibility.length).toBeLessThanOrEqual(500);
		expect(Object.keys(others)).toEqual(["license"]);
	});

	it("is short enough to be loaded whole, and names the tarball of this version", () => {
		expect(body.split("\n").length).toBeLessThan(500);
		const tarballs = body.match(/cli\/sightline-[\w.-]+\.tgz/g) ?? [];
		expect(new Set(tarballs)).toEqual(new Set([TARBALL]));
	});
});
