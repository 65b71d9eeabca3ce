import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PACKAGE, VERSION } from "#core/brand.ts";
import { agencyJsonSchema, watchlistJsonSchema } from "#core/watchlist.ts";
import { escapeMarkdown } from "#site/page/page-text.ts";

/** What a new repository is made for. */
export interface Wall {
	/** Name of the npm package, which nobody publishes. */
	readonly name: string;
	readonly agency: { readonly name: string; readonly slug: string };
	/** ASCII hosts. */
	readonly domains: readonly string[];
	/** Where the wall will be read, no trailing slash; undefined where nobody has said. */
	readonly baseUrl: string | undefined;
}

/** Host of the sample in `template/sample/`, a name that belongs to nobody (RFC 2606). */
const SAMPLE = "sample.example.com";

/** npm leaves files of these names out of a package, and GitHub's folder would hold for this repository. */
const RENAMED: Readonly<Record<string, string>> = { gitignore: ".gitignore", github: ".github" };

/** Every file of a new repository: path with slashes → text. */
export async function templateFiles(wall: Wall): Promise<ReadonlyMap<string, string>> {
	const root = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
	const template = join(root, "template");
	const files = new Map<string, string>();
	for (const entry of await readdir(template, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const [first = "", ...rest] = path.slice(template.length + 1).split(/[\\/]/);
		files.set([RENAMED[first] ?? first, ...rest].join("/"), fillIn(await readFile(path, "utf8"), wall));
	}
	const { peerDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
	files.set("package.json", withDependencies(files.get("package.json") ?? "", peerDependencies));
	files.set("reports/watchlist.json", watchlistText(wall));
	files.set("reports/watchlist.schema.json", jsonText(watchlistJsonSchema()));
	const agency = { $schema: "../agency.schema.json", name: wall.agency.name };
	files.set(`reports/agencies/${wall.agency.slug}.json`, jsonText(agency));
	files.set("reports/agency.schema.json", jsonText(agencyJsonSchema()));
	return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function fillIn(text: string, { name, agency, baseUrl }: Wall): string {
	const values: Readonly<Record<string, string>> = {
		name,
		agency: escapeMarkdown(agency.name),
		slug: agency.slug,
		sample: SAMPLE,
		baseUrl: baseUrl === undefined ? "# SIGHTLINE_BASE_URL=" : `SIGHTLINE_BASE_URL=${baseUrl}`,
	};
	return text.replace(/(?<!\$)\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
}

/** Each peer at the oldest version that fits, which is the one that this version was tested with. */
function withDependencies(text: string, peers: Readonly<Record<string, string>>): string {
	const exact = Object.entries(peers).map(([name, range]) => [name, range.replace(/^\^/, "")]);
	const dependencies = Object.fromEntries([...exact, [PACKAGE, VERSION]].sort());
	return jsonText({ ...JSON.parse(text), dependencies });
}

/** A line for each site, so that a client more is a line more. */
function watchlistText({ agency, domains }: Wall): string {
	const entries = [
		{ domain: SAMPLE, folder: "../sample", agency: agency.slug },
		...domains.map((domain) => ({ domain, agency: agency.slug })),
	];
	const lines = entries.map((entry) => `    ${JSON.stringify(entry, null, 1).replace(/\n\s*/g, " ")}`);
	return `{\n  "$schema": "./watchlist.schema.json",\n  "entries": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

function jsonText(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}
