// node jobs/schema-org.ts TYPES.csv VERSION: writes the terms of schema.org as data, from the type table of a release
// (github.com/schemaorg/schemaorg, data/releases/VERSION/schemaorg-current-https-types.csv).
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const TARGET = fileURLToPath(new URL("../src/core/schema-org.json", import.meta.url));
const PREFIX = /^https?:\/\/schema\.org\//;

/** Properties that pages still use although schema.org has removed their domain. */
const WITHOUT_DOMAIN = ["interactionCount"];

const [path, version] = process.argv.slice(2);
if (!path || !version) throw new Error("Name the type table and the version of the release.");

const [header = [], ...rows] = readCsv(await readFile(path, "utf8")).filter((row) => row.length > 1);
const column = (name: string) => header.indexOf(name);
const terms = (cell = "") => cell.split(",").flatMap((iri) => iri.trim().replace(PREFIX, "") || []);

const types = rows
	.map((row) => [row[column("label")] ?? "", terms(row[column("subTypeOf")])] as const)
	.sort(([a], [b]) => compare(a, b));
const properties = new Set([...rows.flatMap((row) => terms(row[column("properties")])), ...WITHOUT_DOMAIN]);

const data = {
	source: "https://schema.org/, the type table of the release",
	licence: "CC BY-SA 3.0",
	version,
	types: types.map(([name, parents]) => [name, ...parents].join("<")).join(" "),
	properties: [...properties].sort(compare).join(" "),
};
await writeFile(TARGET, `${JSON.stringify(data, null, 2)}\n`);

function compare(a: string, b: string): number {
	return a < b ? -1 : 1;
}

/** RFC 4180: quoted cells may contain commas, line breaks and doubled quotes. */
function readCsv(text: string): string[][] {
	const rows: string[][] = [[]];
	for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
		rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
		if (end === "") break;
		if (end !== ",") rows.push([]);
	}
	return rows;
}
