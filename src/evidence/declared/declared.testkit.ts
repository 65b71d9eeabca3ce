import type { AuditMode } from "#core/preset.ts";
import { readMachineFile } from "../collect-machine-files.ts";
import {
	MACHINE_FILES,
	type MachineFile,
	type MachineFileKey,
	type Observation,
	type RobotsTxt,
} from "../evidence-map.ts";
import type { FakeSite, Reply } from "../fake-site.testkit.ts";
import { readRobotsTxt } from "../files/robots-txt.ts";
import { digestPage } from "../html/digest-page.ts";
import { HOME, openSource, TARGET } from "../open-source.testkit.ts";
import { REQUESTS } from "../site/site-source.ts";
import { collectDeclared } from "./collect-declared.ts";

export interface DeclaringSite {
	/** Added to head and body of the home page. */
	readonly html?: string;
	/** Link header of the home page. */
	readonly link?: string;
	readonly robots?: string;
	/** Machine files by key: JSON, or a text. */
	readonly files?: Partial<Record<MachineFileKey, unknown>>;
	/** Everything else, by path or address. */
	readonly replies?: Readonly<Record<string, Reply | string>>;
	readonly mode?: AuditMode;
	/** Answers every address with its home page. */
	readonly answersAll?: boolean;
	readonly kind?: "network" | "folder";
}

/** Collects what a hand-made site declares. */
export async function declaredBy(given: DeclaringSite) {
	const { html = "", link, robots, files = {}, replies = {}, mode = "deep", answersAll = false } = given;
	const { site, source } = openSource({ "/": html, ...replies }, given.kind);
	const body = new TextEncoder().encode(`<!doctype html><title>Acme</title>${html}`);
	const digest = digestPage({ body, contentType: "text/html", url: HOME, truncated: false });
	const headers: Record<string, string> = link === undefined ? {} : { link };
	const timings = { dns: 0, connect: 0, ttfb: 0, total: 0 };
	const page = { url: HOME, response: { headers, hops: [], encodedBytes: body.length, timings }, digest };
	const trace = { start: HOME, hops: [], end: HOME, status: 200, sha256: "0" };
	const seen = await collectDeclared({
		source: source.share(REQUESTS.declared[mode]),
		mode,
		target: TARGET,
		home: { state: "found", url: HOME, status: 200, value: page },
		robots: robotsOf(robots),
		files: await filesOf(files),
		randomPath: answersAll
			? { state: "found", url: HOME, status: 200, value: trace }
			: { state: "absent", url: HOME, status: 404 },
		seed: "seed",
	});
	return { site: site as FakeSite, seen };
}

function robotsOf(text: string | undefined): Observation<RobotsTxt> {
	const url = `${HOME}robots.txt`;
	if (text === undefined) return { state: "absent", url, status: 404 };
	const value = readRobotsTxt({
		url: "https://a.example/robots.txt",
		body: new TextEncoder().encode(text),
		contentType: "text/plain",
		truncated: false,
	});
	return { state: "found", url, status: 200, value };
}

async function filesOf(given: NonNullable<DeclaringSite["files"]>) {
	const keys = Object.keys(MACHINE_FILES) as MachineFileKey[];
	const entries = keys.map(async (key) => [key, await fileOf(key, given[key])] as const);
	return Object.fromEntries(await Promise.all(entries)) as Record<MachineFileKey, Observation<MachineFile>>;
}

async function fileOf(key: MachineFileKey, value: unknown): Promise<Observation<MachineFile>> {
	const path = MACHINE_FILES[key];
	const url = new URL(path, HOME).href;
	if (value === undefined) return { state: "absent", url, status: 404 };
	const { source } = openSource({ [path]: typeof value === "string" ? value : JSON.stringify(value) });
	const kind = key === "llmsTxt" ? "text" : "json";
	return readMachineFile(source, await source.get(new URL(url), "page"), path, kind, {
		state: "absent",
		url,
		status: 404,
	});
}

/** A JSON answer. */
export function json(value: unknown, type = "application/json", status = 200): Reply {
	return { status, body: JSON.stringify(value), headers: { "content-type": type } };
}
