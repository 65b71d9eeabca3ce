import { evaluate } from "#audit/evaluate.ts";
import { detectPreset } from "#audit/preset.ts";
import { CHECKS } from "#checks/registry.ts";
import type { Finding } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { collectEvidence } from "#evidence/collect-evidence.ts";
import { readPage } from "#evidence/collect-home.ts";
import type { Evidence, Found, Page } from "#evidence/evidence-map.ts";
import type { BarrierKind } from "#evidence/page-digest.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { SiteSource } from "#evidence/site/site-source.ts";
import type { HttpClient } from "#net/http-client.ts";

/** What we say of one page. */
export interface OurOpinion {
	readonly page: Page;
	/** Outcome of each check, judged as if the page were the one that was asked for. */
	readonly outcomes: ReadonlyMap<string, Finding["outcome"]>;
	/** Kinds of barrier on the page. */
	readonly barriers: ReadonlySet<BarrierKind>;
}

const AUDITED_AT = "2026-11-21T06:00:00.000Z";

/**
 * Our opinion of every page of a site. Left out: what answers an error or is no HTML, and pages that only send a browser
 * on, since a judge that runs in one never stays there.
 */
export async function opinionsOf(
	host: string,
	client: HttpClient,
	paths: readonly string[],
): Promise<Map<string, OurOpinion>> {
	const signal = AbortSignal.timeout(120_000);
	const limits = { requests: paths.length + 100, atOnce: 1, otherRobots: 2 };
	const source = SiteSource.open({ kind: "folder", client, reader: { read: readHere }, host, signal, limits });
	const target = parseTarget(host);
	const site = {
		target,
		source,
		depth: { mode: "light" },
		auditedAt: AUDITED_AT,
		signal,
	} as const;
	const { evidence } = await collectEvidence(site);
	const opinions = new Map<string, OurOpinion>();
	for (const path of paths) {
		const url = new URL(path, `https://${host}`);
		const page = await readPage(await source.get(url, "page"), source);
		if (page.state === "found" && !isStub(page.value))
			opinions.set(path, opinionOf(host, { ...evidence, home: path === "/" ? page : asInnerPage(page) }, page.value));
	}
	return opinions;
}

/** That all links are closed is a fault of a home page alone. */
function asInnerPage(page: Found<Page>): Found<Page> {
	const { digest } = page.value;
	const metas = digest.metas.map((meta) => ({ ...meta, content: meta.content.replace(/\bnofollow\b/gi, "") }));
	return { ...page, value: { ...page.value, digest: { ...digest, metas } } };
}

function isStub({ digest }: Page): boolean {
	return digest.metas.some(
		({ by, key, content }) => by === "http-equiv" && key === "refresh" && /^\s*0?\s*[;,]/.test(content),
	);
}

function opinionOf(host: string, evidence: Evidence, page: Page): OurOpinion {
	const context = { target: parseTarget(host), preset: "general" as const, auditedAt: AUDITED_AT };
	const preset = detectPreset(evidence, host, null).key;
	const judged = evaluate(CHECKS, { evidence, source: "folder", mode: "light", preset, context });
	return {
		page,
		outcomes: new Map(judged.map(({ finding: { id, outcome, own } }) => [id, own?.outcome ?? outcome])),
		barriers: new Set(Object.keys(page.digest.operability.found) as BarrierKind[]),
	};
}
