import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);
const { MAY_IMPORT, TESTS_MAY_ALSO } = require("../../.import-rules.cjs") as Readonly<
	Record<"MAY_IMPORT" | "TESTS_MAY_ALSO", Readonly<Record<string, readonly string[]>>>
>;
const rooms = Object.keys(MAY_IMPORT);
/** Rooms of `.astro` files, whose imports Biome reads. */
const ASTRO_ROOMS = ["components", "layouts", "pages"];

/** Every pair of rooms in which the first must not import the second. */
const forbidden = rooms.flatMap((from) =>
	rooms.filter((to) => to !== from && !MAY_IMPORT[from]?.includes(to)).map((to) => ({ from, to })),
);

/** Imports that are forbidden in one form only: checks may name types of evidence, and test kits reach further. */
const isAllowed = (form: string, from: string, to: string) =>
	(form === "testkit" && TESTS_MAY_ALSO[from]?.includes(to)) ||
	(form === "type" && from === "checks" && to === "evidence");

/** How an import may be written: for its value, for a type alone, and from a test kit. */
const FORMS = {
	value: { file: (to: string) => `value-${to}.ts`, import: "import { planted }" },
	type: { file: (to: string) => `type-${to}.ts`, import: "import type { Planted }" },
	testkit: { file: (to: string) => `kit-${to}.testkit.ts`, import: "import { planted }" },
} as const;

let directory: string;
let cruised: string;
let linted: string;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "sightline-rooms-"));
	for (const file of [".dependency-cruiser.cjs", ".import-rules.cjs", ".biome.json", "package.json", "tsconfig.json"])
		await cp(join(repository, file), join(directory, file));
	await symlink(join(repository, "node_modules"), join(directory, "node_modules"));
	for (const room of rooms)
		await plant(`src/${room}/planted.ts`, "export const planted = 1;\nexport type Planted = 1;\n");
	for (const { from, to } of forbidden) {
		for (const form of Object.values(FORMS))
			await plant(
				`src/${from}/${form.file(to)}`,
				`${form.import} from "#${to}/planted.ts";\nexport type Use = typeof planted | Planted;\n`,
			);
		if (ASTRO_ROOMS.includes(from)) {
			await plant(
				`src/${from}/Alias-${to}.astro`,
				`---\nimport { planted } from "#${to}/planted.ts";\n---\n\n<p>{planted}</p>\n`,
			);
			await plant(
				`src/${from}/family/Relative-${to}.astro`,
				`---\nimport type { Planted } from "../../${to}/planted.ts";\n---\n\n<p />\n`,
			);
		}
	}
	const depcruise = join(repository, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
	const biome = join(repository, "node_modules/@biomejs/biome/bin/biome");
	cruised = await output([depcruise, "--config", ".dependency-cruiser.cjs", "--output-type", "json", "src"]);
	linted = await output([
		biome,
		"lint",
		"--only=style/noRestrictedImports",
		"--max-diagnostics=none",
		"--vcs-enabled=false",
		"--reporter=json",
		"src",
	]);
}, 60_000);

afterAll(() => rm(directory, { recursive: true, force: true }));

describe("the import rules", () => {
	it("name every room under src and no other", async () => {
		const entries = await readdir(join(repository, "src"), { withFileTypes: true });
		expect(
			entries
				.filter((entry) => entry.isDirectory())
				.map(({ name }) => name)
				.sort(),
		).toEqual([...rooms].sort());
	});

	it("are what docs/architecture.md shows, entry by entry, in lines of at most 100 characters", async () => {
		const page = await readFile(join(repository, "docs/architecture.md"), "utf8");
		const section = page.split("\n## ").find((each) => each.startsWith("Rooms\n")) ?? "";
		const entries = [...section.matchAll(/^- \*\*([a-z-]+)\*\* may import ([^.]+)\./gm)].map(
			([, room = "", list = ""]) => [
				room,
				list === "no room"
					? []
					: list
							.replace(/\(.*\)/, "")
							.split(/,\s+/)
							.map((name) => name.trim()),
			],
		);
		expect(Object.fromEntries(entries)).toEqual(MAY_IMPORT);
		expect(page.split("\n").filter((line) => line.length > 100)).toEqual([]);
	});

	it("let no two rooms import each other", () => {
		const both = rooms.flatMap((from) =>
			(MAY_IMPORT[from] ?? []).filter((to) => MAY_IMPORT[to]?.includes(from)).map((to) => `${from} and ${to}`),
		);
		expect(both).toEqual([]);
	});

	it.each(Object.keys(FORMS) as (keyof typeof FORMS)[])(
		"refuse each forbidden import between rooms, written as a %s import",
		(name) => {
			const refused = new Set(
				(
					JSON.parse(cruised) as {
						readonly summary: {
							readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
						};
					}
				).summary.violations
					.filter(({ rule }) => rule.name.endsWith("-imports"))
					.map(({ from }) => from),
			);
			const missed = forbidden
				.filter(({ from, to }) => !isAllowed(name, from, to))
				.map(({ from, to }) => `src/${from}/${FORMS[name].file(to)}`)
				.filter((file) => !refused.has(file));
			expect(missed).toEqual([]);
		},
	);

	it("refuse each forbidden import in .astro files, by alias and by relative path", () => {
		const files = forbidden
			.filter(({ from }) => ASTRO_ROOMS.includes(from))
			.flatMap(({ from, to }) => [`src/${from}/Alias-${to}.astro`, `src/${from}/family/Relative-${to}.astro`]);
		expect(files.length).toBeGreaterThan(20);
		expect(files.filter((file) => !linted.includes(`"${file}"`))).toEqual([]);
	});
});

async function plant(path: string, text: string): Promise<void> {
	await mkdir(dirname(join(directory, path)), { recursive: true });
	await writeFile(join(directory, path), text);
}

/** What a tool prints; its exit code says only that it found something. */
function output(args: readonly string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { cwd: directory, stdio: ["ignore", "pipe", "pipe"] });
		let text = "";
		child.stdout.on("data", (chunk) => (text += chunk));
		child.on("error", reject);
		child.on("close", () => resolve(text));
	});
}
