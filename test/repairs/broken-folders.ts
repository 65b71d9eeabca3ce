import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { load } from "cheerio";
import { readEnvironment } from "#config/environment.ts";
import type { Occurrence } from "#core/occurrence.ts";
import type { Finding, Report } from "#core/report.ts";
import { parsePlace } from "#core/target.ts";
import { isFault } from "#core/verdict.ts";
import { worseChecks } from "#repairs/prove.ts";
import { type Repaired, repairFolder } from "#repairs/repair-folder.ts";
import { writeRepairs } from "#repairs/write-repairs.ts";
import { BREAKS, type Break, isPage, pathOf, type SiteCopy } from "./breaks.ts";

/** Pages of a site beside the home page that are broken and audited: of different folders where there are some. */
const PAGES = 3;

export interface Site {
	readonly host: string;
	/** The site's folder. */
	readonly site: string;
}

/** Notation of a file, without effect on the site. */
interface Style {
	readonly name: string;
	write(text: string, isPage: boolean): string | Uint8Array;
}

const STYLES: readonly Style[] = [
	{ name: "as it is", write: (text) => text },
	{ name: "CR LF", write: (text) => text.replace(/\r?\n/g, "\r\n") },
	{ name: "byte order mark", write: (text, page) => (page ? `\ufeff${text}` : text) },
	{ name: "UTF-16", write: (text, page) => (page ? Buffer.from(`\ufeff${text}`, "utf16le") : text) },
	{ name: "one line", write: (text, page) => (page ? text.replace(/>[ \t]*\r?\n\s*</g, "> <") : text) },
	{ name: "capitals", write: (text, page) => (page ? inCapitals(text) : text) },
	{ name: "no head tags", write: (text, page) => (page ? text.replace(/<\/?head\s*>/gi, "") : text) },
];

/** Names of elements, outside of scripts and styles. */
function inCapitals(html: string): string {
	return html
		.split(/(<(?:script|style)\b[\s\S]*?<\/(?:script|style)\s*>|<!--[\s\S]*?-->)/i)
		.map((part, index) => (index % 2 ? part : part.replace(/<\/?[a-z][a-z0-9]*/g, (tag) => tag.toUpperCase())))
		.join("");
}

export interface Case extends Site {
	readonly broken: Break;
	readonly style: Style;
}

export interface Outcome {
	readonly host: string;
	readonly check: string;
	readonly did: string;
	readonly style: string;
	/**
	 * `as before`: what the site's own faults leave; `uncovers`: undone, since another fault of the site's own would show
	 * again; `not broken`: the site has nothing that the fault could spoil.
	 */
	readonly state: "repaired" | "as before" | "uncovers" | "not repaired" | "not broken";
	/** Violations, as sentences. */
	readonly faults: readonly string[];
	readonly lift?: Repaired["lift"];
	readonly takenBack: readonly string[];
	readonly milliseconds: number;
}

/** Every fault on every site, in an order that puts different ones first; each time written in another way. */
export function casesOf(sites: readonly Site[]): readonly Case[] {
	return sites.flatMap((_, round) =>
		BREAKS.map((broken, index) => {
			const site = sites[(index * 7 + round) % sites.length] as Site;
			return { ...site, broken, style: STYLES[(index + round * 3) % STYLES.length] as Style };
		}),
	);
}

const clean = new Map<string, Promise<Report>>();

/** Breaks a copy of a site with one fault, repairs it and checks the result. */
export async function repairBroken({ host, site, broken, style }: Case): Promise<Outcome> {
	const begun = performance.now();
	const { check, did } = broken;
	const said = { host, check, did, style: style.name };
	const ended = () => Math.round(performance.now() - begun);
	const copy = copyOf({ host, site });
	const folder = mkdtempSync(join(tmpdir(), "sightline-broken-"));
	const request = (checks: readonly string[], at = folder) => {
		return { folder: at, target: parsePlace(host), settings: readEnvironment({}), checks, drafts: true };
	};
	try {
		const key = `${host} ${style.name}`;
		if (!clean.has(key)) {
			write(copy, style, folder, site);
			clean.set(
				key,
				repairFolder(request([])).then(({ before }) => before),
			);
		}
		const undamaged = (await clean.get(key)) as Report;
		const original = new Map(copy.files);
		broken.apply(copy);
		const isSame =
			copy.files.size === original.size && [...copy.files].every(([file, text]) => original.get(file) === text);
		if (isSame) return { ...said, state: "not broken", faults: [], takenBack: [], milliseconds: ended() };
		rmSync(folder, { recursive: true });
		mkdirSync(folder);
		write(copy, style, folder, site);
		const places = placesOf(await repairFolder(request([])));
		const found = await repairFolder(request([check]));
		const faults = faultsOf(found, places);
		await writeRepairs(found, found.files);
		const again = await repairFolder(request([check]));
		if (again.files.length > 0) faults.push("A second run changes something.");
		return {
			...said,
			state: stateOf(undamaged, found, check),
			faults,
			lift: found.lift,
			takenBack: [...new Set(found.takenBack.map(({ why }) => why))],
			milliseconds: ended(),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const TEXTS = /\.(?:html?|txt|xml)$/i;

function copyOf({ host, site }: Site): SiteCopy {
	const all = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((path) => TEXTS.test(path));
	const pages = all.filter((path) => isPage(path) && path !== "index.html" && path !== "404.html").sort();
	const spread = [...Map.groupBy(pages, dirname).values()].flatMap(([first]) => first ?? []);
	const kept = new Set(["index.html", "404.html", ...[...spread, ...pages].slice(0, PAGES)]);
	const files = new Map<string, string>();
	for (const path of all) {
		if (isPage(path) && !kept.has(path)) continue;
		const text = readFileSync(join(site, path), "utf8");
		// Other encodings are left out: what is not UTF-8 would be spoilt by this copy.
		if (!text.includes("\ufffd") || path === "index.html") files.set(path, text);
	}
	return { host, files, paths: new Set([...files.keys()].filter(isPage).map(pathOf)) };
}

function write({ files }: SiteCopy, style: Style, folder: string, site: string): void {
	cpSync(site, folder, { recursive: true, filter: (from) => extname(from) === "" || !TEXTS.test(from) });
	for (const [path, text] of files) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		if (existsSync(join(folder, path))) rmSync(join(folder, path), { force: true });
		writeFileSync(join(folder, path), style.write(text, isPage(path)));
	}
}

function stateOf(clean: Report, { before, after, takenBack }: Repaired, check: string): Outcome["state"] {
	const [undamaged, old, now] = [clean, before, after].map((report) => findingOf(report, check));
	if (!old || !isFault(old.outcome) || earned(old) >= earned(undamaged)) return "not broken";
	if (!now || !isFault(now.outcome)) return "repaired";
	if (earned(now) >= earned(undamaged) - 0.0005) return "as before";
	const worse = takenBack.flatMap(({ why }) => /^It makes (.+) worse\.$/.exec(why)?.[1]?.split(", ") ?? []);
	const isOwn = (id: string) => {
		if (id === "the score") return (clean.scores?.overall ?? 0) < (before.scores?.overall ?? 0);
		return earned(findingOf(clean, id)) < earned(findingOf(before, id));
	};
	return worse.length > 0 && worse.every(isOwn) ? "uncovers" : "not repaired";
}

function findingOf({ findings }: Report, check: string): Finding | undefined {
	return findings.find(({ id }) => id === check);
}

function earned(finding: Finding | undefined): number {
	if (!finding || !isFault(finding.outcome)) return 1;
	return finding.outcome === "fail" ? 0 : (finding.ratio ?? 0);
}

function placesOf({ left }: Repaired): readonly Occurrence[] {
	return left.flatMap(({ places }) => places);
}

/** @param places of all earlier faults */
function faultsOf(found: Repaired, places: readonly Occurrence[]): string[] {
	const { before, after, files } = found;
	const worse = worseChecks({ ...before, places }, { ...after, places: placesOf(found) });
	const faults = worse.map((id) => `${id} is worse.`);
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
		if (isPage(path) && visibleIn(original) !== visibleIn(rest)) faults.push(`${path}: readers see another text.`);
	}
	return faults;
}

/** What a page shows by another parser's tree, without what has no width. */
function visibleIn(bytes: Buffer): string {
	const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
	const $ = load(bytes.toString(isWide ? "utf16le" : "utf8").replace(/^\ufeff/, ""));
	$("script, style, template, noscript").remove();
	return $("body")
		.text()
		.replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, "");
}
