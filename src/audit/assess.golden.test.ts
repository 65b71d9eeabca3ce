import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { parseTarget } from "#core/target.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import { createSiteSource } from "#evidence/site/site-source.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { assess, type EvidenceRecord } from "./assess.ts";
import { audit } from "./audit.ts";

/**
 * Stored evidence and the report it gave, one folder per methodology. A change that moves a score fails here; the way
 * out is a new methodology version, whose first run (SIGHTLINE_GOLDEN=write) stores its own files.
 */
const directory = new URL(`golden/${METHODOLOGY}/`, import.meta.url);
const samples = new URL("../../samples/sites/", import.meta.url);

async function collect(host: string): Promise<EvidenceRecord> {
	const signal = AbortSignal.timeout(20_000);
	const client = await openFolder(fileURLToPath(new URL(`${host}/`, samples)), host);
	const target = parseTarget(host);
	const source = createSiteSource({ kind: "folder", client, reader: { read: readHere }, host, signal });
	const request = {
		target,
		depth: { mode: "light" },
		source,
		checks: CHECKS,
		auditedAt: "2026-11-21T02:00:00.000Z",
		signal,
	} as const;
	return (await audit(request)).record;
}

if (process.env.SIGHTLINE_GOLDEN === "write" && !existsSync(directory)) {
	mkdirSync(directory, { recursive: true });
	for (const host of readdirSync(samples)) {
		const record = await collect(host);
		writeFileSync(new URL(`${host}.evidence.json.gz`, directory), gzipSync(canonicalJson(record), { level: 9 }));
		writeFileSync(new URL(`${host}.report.json`, directory), `${JSON.stringify(assess(record, CHECKS), null, "\t")}\n`);
	}
}

const hosts = readdirSync(directory)
	.filter((name) => name.endsWith(".report.json"))
	.map((name) => name.replace(".report.json", ""));

function storedEvidence(host: string): EvidenceRecord {
	const packed = readFileSync(new URL(`${host}.evidence.json.gz`, directory));
	return JSON.parse(gunzipSync(packed).toString("utf8")) as EvidenceRecord;
}

describe(`methodology ${METHODOLOGY}`, () => {
	it("has golden files", () => expect(hosts.length).toBeGreaterThan(4));

	it.each(hosts)("gives %s the report it always gave", (host) => {
		const record = storedEvidence(host);
		const stored = JSON.parse(readFileSync(new URL(`${host}.report.json`, directory), "utf8"));
		expect(JSON.parse(canonicalJson(assess(record, CHECKS)))).toEqual(stored);
	});

	it("charges a robots.txt that answers an error once, and promises no loss for mending it", () => {
		const { evidence, ...rest } = storedEvidence("quillkit-docs.example.net");
		const robots = { state: "absent", url: "https://quillkit-docs.example.net/robots.txt", status: 503 } as const;
		const { findings } = assess({ ...rest, evidence: { ...evidence, robots } }, CHECKS);
		expect(findings.filter((each) => each.outcome === "fail").map((each) => each.id)).toEqual(["robots-fetch"]);
		for (const { id, lift } of findings) expect(lift, id).toBeGreaterThanOrEqual(0);
		expect(findings.find((each) => each.id === "robots-fetch")?.lift).toBeGreaterThan(0);
	});
});
