import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { readEnvironment } from "#config/environment.ts";
import { sha256Hex } from "#core/bytes.ts";
import { canonicalJson } from "#core/json-object.ts";
import { listLine, type Occurrence } from "#core/occurrence.ts";
import { parsePlace } from "#core/target.ts";
import { assess } from "./assess.ts";
import type { Audit } from "./audit.ts";
import { createAuditor } from "./auditor.ts";

const LANGUAGES = ["en", "de", "fr"] as const;
const TEXT = {
	en: "We repair clocks and watches in our workshop by the river, and we tell you what it costs before we begin.",
	de: "Wir reparieren Uhren in unserer Werkstatt am Fluss und sagen vorher, was es kostet und wie lange es dauert.",
	fr: "Nous réparons des montres dans notre atelier au bord de la rivière et nous disons le prix avant de commencer.",
};

interface Plan {
	readonly path: string;
	readonly language: (typeof LANGUAGES)[number];
	readonly base: string;
}

/** A fault, its edit of a page's lines, and the line reported for it. */
interface Fault {
	readonly check: string;
	readonly apply: (lines: string[]) => void;
	/** Start of the line that contains the fault, or lacks something. */
	readonly stands: string;
}

const drop = (start: string) => (lines: string[]) => {
	lines.splice(
		lines.findIndex((line) => line.startsWith(start)),
		1,
	);
};
const FAULTS: readonly Fault[] = [
	{ check: "title", apply: drop("<title>"), stands: "<head>" },
	{ check: "meta-description", apply: drop('<meta name="description"'), stands: "<head>" },
	{ check: "canonical", apply: drop('<link rel="canonical"'), stands: "<head>" },
	{
		check: "lang",
		apply: (lines) => lines.splice(1, 1, "<html>"),
		stands: "<html>",
	},
	{ check: "alt", apply: (lines) => lines.splice(-3, 0, '<img src="x.png">'), stands: '<img src="x.png">' },
	{
		check: "control-names",
		apply: (lines) => lines.splice(-3, 0, "<button></button>"),
		stands: "<button>",
	},
	{
		check: "viewport-zoom",
		apply: (lines) => {
			const at = lines.findIndex((line) => line.startsWith('<meta name="viewport"'));
			lines[at] = '<meta name="viewport" content="width=device-width, user-scalable=no">';
		},
		stands: '<meta name="viewport"',
	},
];

function pageOf({ path, language, base }: Plan, number: number): string[] {
	const address = `https://someone.example-pages.org${base}${path.replace(/index\.html$/, "")}`;
	return [
		"<!doctype html>",
		`<html lang="${language}">`,
		"<head>",
		'<meta charset="utf-8">',
		`<title>Page ${number} of the workshop by the river</title>`,
		`<meta name="description" content="What page ${number} of the workshop offers, told in some forty characters.">`,
		'<meta name="viewport" content="width=device-width">',
		`<link rel="canonical" href="${address}">`,
		"</head>",
		"<body>",
		`<header><nav><a href="${base}">Home</a></nav></header>`,
		"<main>",
		`<h1>Page ${number}</h1>`,
		`<p>${`${TEXT[language]} ${number}. `.repeat(12)}</p>`,
		"</main>",
		"</body>",
		"</html>",
	];
}

/** A folder with a page per path; every page but the first has the fault of its number, or none. */
async function writeSite(folder: string, plans: readonly Plan[], ends: string): Promise<ReadonlyMap<string, Fault>> {
	const faults = new Map<string, Fault>();
	for (const [number, plan] of plans.entries()) {
		const lines = pageOf(plan, number);
		const fault = number === 0 ? undefined : FAULTS[number % (FAULTS.length + 1)];
		fault?.apply(lines);
		if (fault) faults.set(plan.path, fault);
		await mkdir(dirname(join(folder, plan.path)), { recursive: true });
		await writeFile(join(folder, plan.path), lines.join(ends));
	}
	return faults;
}

async function auditOf(folder: string, base: string): Promise<Audit> {
	const auditor = await createAuditor(readEnvironment({}), { load: "lone" });
	try {
		const target = parsePlace(`someone.example-pages.org${base}`);
		return await auditor.audit({ target, mode: "light", folder });
	} finally {
		await auditor.close();
	}
}

const PATHS = ["index.html", "a/index.html", "über uns/ø.html", "deep/er/and/deeper/index.html", "plain.html"];

describe.each([
	["/", "\n"],
	["/repo/", "\r\n"],
])("a folder that is published at %s", (base, ends) => {
	let folder: string;
	let faults: ReadonlyMap<string, Fault>;
	let audit: Audit;
	let found: readonly Occurrence[];
	const plans = Array.from({ length: 60 }, (_, number): Plan => {
		const path = PATHS[number] ?? `shelf-${number % 7}/item-${number}.html`;
		return { path, language: LANGUAGES[number % 3] ?? "en", base };
	});

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "sightline-pages-"));
		faults = await writeSite(folder, plans, ends);
		await writeFile(join(folder, "404.html"), "<p>Nothing here</p>");
		await writeFile(join(folder, "google1234.html"), "google-site-verification: google1234.html");
		await writeFile(join(folder, "old.html"), '<meta http-equiv="refresh" content="0; url=a/">');
		audit = await auditOf(folder, base);
		found = audit.occurrences ?? [];
	});
	afterAll(() => rm(folder, { recursive: true }));

	const nameOf = (file: string | undefined) => file?.slice(folder.length + 1) ?? "";

	it("reports every planted fault at its page, and no others of these kinds", () => {
		const ours = new Set(FAULTS.map(({ check }) => check));
		const told = found.filter(({ check }) => ours.has(check)).map(({ check, file }) => `${check} ${nameOf(file)}`);
		const planted = [...faults].map(([path, { check }]) => `${check} ${path}`);
		expect(told.toSorted()).toEqual(planted.toSorted());
	});

	it("reports the line and column of each fault, or of the element that lacks something", () => {
		for (const [path, { check, stands, apply }] of faults) {
			const number = plans.findIndex((plan) => plan.path === path);
			const lines = pageOf(plans[number] as Plan, number);
			apply(lines);
			const line = lines.findIndex((each) => each.startsWith(stands)) + 1;
			const [place] = found.filter((each) => each.check === check && nameOf(each.file) === path);
			expect(place, `${check} of ${path}`).toMatchObject({ line, column: 1 });
		}
	});

	it("does not count error pages, verification files and redirects as pages", () => {
		expect(found.filter(({ file }) => /404|google|old/.test(nameOf(file)))).toEqual([]);
		const { pages, visits } = audit.record.evidence;
		const url = `https://someone.example-pages.org${base}old.html`;
		expect(visits).toMatchObject({ value: expect.arrayContaining([expect.objectContaining({ url, hops: 1 })]) });
		expect(pages).toMatchObject({
			value: { left: expect.arrayContaining([expect.objectContaining({ file: `${base}old.html` })]) },
		});
	});

	it("counts faulty pages, shows the worst places, and refers to the full list by its digest", async () => {
		const { report, record } = audit;
		for (const { check } of FAULTS) {
			const finding = report.findings.find(({ id }) => id === check);
			const own = found.filter((each) => each.check === check);
			expect(finding?.pages?.short, check).toBe(new Set(own.map(({ page }) => page)).size);
			expect(finding?.places).toHaveLength(Math.min(10, own.length));
			for (const { page, line } of finding?.places ?? [])
				expect(own).toContainEqual(expect.objectContaining({ page, line }));
		}
		const sha256 = await sha256Hex(found.map(listLine).join(""));
		expect(report.site).toMatchObject({ pages: plans.length, list: { count: found.length, sha256 } });
		expect(assess(JSON.parse(canonicalJson(record)), CHECKS)).toEqual(report);
	});

	it("has a score and the worst fault per template", () => {
		const templates = audit.report.site?.templates ?? [];
		expect(templates.reduce((sum, { pages }) => sum + pages, 0)).toBe(plans.length);
		const whole = templates.filter(({ template }) => template.startsWith("/shelf-"));
		expect(whole).toHaveLength(7);
		for (const { score, worst } of whole) {
			expect(score).toBeLessThan(100);
			expect(worst).toMatch(/^[a-z-]+$/);
		}
	});

	it("reports addresses below its path", () => {
		for (const { page } of found) expect(page.startsWith(`https://someone.example-pages.org${base}`)).toBe(true);
	});
});

describe("a folder without index.html at its root", () => {
	it("reports every fault at its page, and which page was judged as its home page", async () => {
		const folder = await mkdtemp(join(tmpdir(), "sightline-pages-"));
		try {
			const plans = Array.from({ length: 30 }, (_, number): Plan => {
				const path = `shelf-${number % 3}/${number % 2 === 0 ? `item-${number}` : `sub-${number}/index`}.html`;
				return { path, language: "en", base: "/" };
			});
			const faults = await writeSite(folder, plans, "\n");
			// A fragment, closer to the root than every page.
			await writeFile(join(folder, "part.html"), "<p>Loaded by others");
			const { occurrences = [], report } = await auditOf(folder, "/");
			for (const [path, { check }] of faults) {
				const at = occurrences.filter((each) => each.check === check && each.file === join(folder, path));
				expect(at, `${check} of ${path}`).toHaveLength(1);
			}
			expect(report.site?.pages).toBe(plans.length);
			expect(report.findings.find(({ id }) => id === "home-status")).toMatchObject({
				outcome: "fail",
				says: "https://someone.example-pages.org/ returns 404: the page does not exist. In its place, https://someone.example-pages.org/shelf-0/item-0.html was judged.",
			});
		} finally {
			await rm(folder, { recursive: true });
		}
	});
});

it("counts a page as linked if hard or symbolic links give it several addresses", async () => {
	const folder = await mkdtemp(join(tmpdir(), "sightline-pages-"));
	try {
		const page = (links: string) => `<!doctype html><html lang="en"><title>Page</title><main><h1>A</h1>${links}</main>`;
		await writeFile(join(folder, "index.html"), page('<a href="en/index.html">A</a><a href="da/index.html">B</a>'));
		await mkdir(join(folder, "en/sub"), { recursive: true });
		await mkdir(join(folder, "da/sub"), { recursive: true });
		await writeFile(join(folder, "en/index.html"), page('<a href="sub/index.html">Sub</a>'));
		await writeFile(join(folder, "en/sub/index.html"), page(""));
		await symlink("../en/index.html", join(folder, "da/index.html"));
		await symlink("../../en/sub/index.html", join(folder, "da/sub/index.html"));
		const { occurrences = [], report } = await auditOf(folder, "/");
		expect(report.site?.pages).toBe(5);
		expect(occurrences.filter(({ check }) => check === "internal-reach")).toEqual([]);
	} finally {
		await rm(folder, { recursive: true });
	}
});
