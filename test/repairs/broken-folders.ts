import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { REPAIRED_CHECKS } from "#checks/repair-kinds.ts";
import { readEnvironment } from "#config/environment.ts";
import { parsePlace } from "#core/target.ts";
import { worseChecks } from "#repairs/prove.ts";
import { type Repaired, repairFolder } from "#repairs/repair-folder.ts";
import { writeRepairs } from "#repairs/write-repairs.ts";
import { DAMAGES } from "#test/effect/damages.ts";
import { PageSource } from "#test/truth/mutations/page-source.ts";

/** Pages of a site beside the home page that are broken and audited: of different folders where there are some. */
const PAGES = 3;

export interface Case {
	readonly host: string;
	/** Folder of the site as it is. */
	readonly site: string;
	readonly check: string;
}

export interface Outcome extends Case {
	readonly state: "repaired" | "in part" | "not repaired" | "not broken";
	/** What must not be: each a sentence. */
	readonly faults: readonly string[];
	readonly lift: Repaired["lift"];
	readonly takenBack: readonly string[];
}

/** Every repaired check that has a damage, on every site, in an order that puts different ones first. */
export function casesOf(sites: readonly { readonly host: string; readonly site: string }[]): readonly Case[] {
	const checks = REPAIRED_CHECKS.filter((id) => DAMAGES.some(({ check }) => check === id));
	return checks.flatMap((_, index) => {
		return sites.map(({ host, site }, row) => ({ host, site, check: checks[(index + row * 5) % checks.length] ?? "" }));
	});
}

/** Breaks a copy of a site by one fault, repairs it, and holds the outcome against what is promised. */
export async function repairBroken(given: Case): Promise<Outcome> {
	const folder = mkdtempSync(join(tmpdir(), "sightline-broken-"));
	try {
		copyPages(given.site, folder);
		const request = {
			folder,
			target: parsePlace(given.host),
			settings: readEnvironment({}),
			checks: [given.check],
			drafts: true,
		};
		if (!breakPages(folder, given))
			return { ...given, state: "not broken", faults: [], lift: undefined, takenBack: [] };
		const found = await repairFolder(request);
		const faults = faultsOf(found);
		await writeRepairs(found, found.files);
		const again = await repairFolder(request);
		if (again.files.length > 0) faults.push("A second run changes something.");
		return {
			...given,
			state: stateOf(found, given.check),
			faults,
			lift: found.lift,
			takenBack: found.takenBack.map(({ why }) => why),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function copyPages(site: string, folder: string): void {
	const all = readdirSync(site, { recursive: true, encoding: "utf8" });
	const pages = all.filter((path) => /\.html?$/i.test(path) && path !== "index.html").sort();
	const spread = [...Map.groupBy(pages, dirname).values()].flatMap(([first]) => first ?? []);
	const chosen = new Set([...spread, ...pages].slice(0, PAGES));
	cpSync(site, folder, {
		recursive: true,
		filter: (from) => {
			const path = relative(site, from);
			return !/\.html?$/i.test(path) || path === "index.html" || chosen.has(path);
		},
	});
	// Shared folders may be read-only.
	for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) => /\.\w+$/.test(each))) {
		if (existsSync(join(site, path)) && /\.(?:html?|txt|xml)$/i.test(path)) {
			rmSync(join(folder, path), { force: true });
			writeFileSync(join(folder, path), readFileSync(join(site, path)));
		}
	}
}

function breakPages(folder: string, { check, host }: Case): boolean {
	const damage = DAMAGES.find((each) => each.check === check);
	let count = 0;
	for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) =>
		/\.html?$/i.test(each),
	)) {
		const html = readFileSync(join(folder, path), "utf8");
		const broken = html.includes("\ufffd") ? undefined : damage?.apply(new PageSource(html), host);
		if (broken === undefined) continue;
		writeFileSync(join(folder, path), broken);
		count++;
	}
	return count > 0;
}

function stateOf({ before, after, files }: Repaired, check: string): Outcome["state"] {
	const [old, now] = [before, after].map(({ findings }) => findings.find(({ id }) => id === check)?.outcome);
	if (old !== "fail" && old !== "partial") return "not broken";
	if (now !== "fail" && now !== "partial") return "repaired";
	return files.length > 0 ? "in part" : "not repaired";
}

function faultsOf({ before, after, files }: Repaired): string[] {
	const faults = worseChecks(before, after).map((id) => `${id} is worse.`);
	for (const { path, patched } of files) {
		const original = Buffer.from(patched.original);
		const rest = Buffer.from(patched.content());
		let at = 0;
		let now = 0;
		for (const { start, end, bytes } of patched.changes()) {
			if (!rest.subarray(now, now + start - at).equals(original.subarray(at, start)))
				faults.push(`${path}: bytes outside of the changes differ.`);
			now += start - at + bytes.length;
			at = end;
		}
		if (!rest.subarray(now).equals(original.subarray(at))) faults.push(`${path}: bytes outside of the changes differ.`);
	}
	return faults;
}
