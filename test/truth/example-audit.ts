import { assess, type EvidenceRecord } from "#audit/assess.ts";
import { audit } from "#audit/audit.ts";
import { readerOfPages } from "#audit/sample-audit.testkit.ts";
import type { Check } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import type { CheckExample, ExampleAnswer } from "#checks/shared/example.ts";
import { browserUserAgent } from "#core/brand.ts";
import type { AuditMode } from "#core/preset.ts";
import type { Report } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import type { Evidence, RenderedPage } from "#evidence/evidence-map.ts";
import { FakeSite, type Reply } from "#evidence/fake-site.testkit.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { limitsOf, SiteSource } from "#evidence/site/site-source.ts";
import { EXAMPLE_HOST, PLAIN_ANSWERS, PLAIN_HEADERS, plainPage } from "./example-site.ts";

const HOME = `https://${EXAMPLE_HOST}/`;
const BROWSER_AGENT = browserUserAgent("https://example.org");
const READER = { read: readHere };
/** Media types by file extension. */
const TYPES: Readonly<Record<string, string>> = {
	txt: "text/plain; charset=utf-8",
	xml: "application/xml",
	json: "application/json",
	md: "text/markdown; charset=utf-8",
	yaml: "application/yaml",
	yml: "application/yaml",
};

/** The first in which a check can say something of an example: what all pages show together is seen in deep audits alone. */
export function cheapestMode(id: string): AuditMode {
	const check = CHECKS.find((each) => each.id === id);
	const isOfPages = check?.needs.some((key) => key === "pages" || key === "visits") ?? false;
	return isOfPages ? "deep" : (check?.mode ?? "light");
}

/** Runs an example through collecting, judging and scoring, as a real site. What a browser has seen makes it deep. */
export async function auditExample(
	example: CheckExample,
	cheapest: AuditMode,
	checks: readonly Check[] = CHECKS,
): Promise<Report> {
	const mode = example.rendered || example.deep ? "deep" : cheapest;
	const { signal } = new AbortController();
	const client = new FakeSite(repliesOf(example));
	const kind = example.folder ? "folder" : "network";
	const source = SiteSource.open({ kind, client, reader: READER, host: EXAMPLE_HOST, limits: limitsOf(mode), signal });
	const target = parseTarget(EXAMPLE_HOST);
	const auditedAt = "2026-11-21T06:00:00.000Z";
	const { preset } = example;
	const depth = mode === "light" ? { mode } : { mode, browser: undefined, browserAgent: BROWSER_AGENT };
	const { record, report } = await audit({
		target,
		depth,
		source,
		readPages: readerOfPages(source, target, mode, checks),
		judge: (record) => assess(record, checks),
		auditedAt,
		preset,
		signal,
	});
	return mode === "light" ? report : assess(withBrowser(record, example.rendered), checks);
}

function repliesOf({ page, head, body, headers = {}, files = {} }: CheckExample): Record<string, Reply> {
	const fields = Object.entries({ ...PLAIN_HEADERS, ...headers }).filter(([, value]) => value !== null);
	const home: Reply = {
		headers: Object.fromEntries(fields) as Record<string, string>,
		body: page ?? plainPage({ head, body }),
	};
	const own = Object.entries(files).map(([key, answer]) => {
		const url = new URL(key, HOME).href;
		const reply = answerOf(answer, url);
		return [url, url === HOME ? { ...home, ...reply } : reply] as const;
	});
	return { ...PLAIN_ANSWERS, [HOME]: home, ...Object.fromEntries(own) };
}

function answerOf(answer: string | ExampleAnswer | null, url: string): Reply {
	if (answer === null) return { status: 404, body: "Not found" };
	const given = typeof answer === "string" ? { body: answer } : answer;
	const type = TYPES[new URL(url).pathname.split(".").at(-1) ?? ""] ?? "text/html; charset=utf-8";
	return { ...given, headers: { "content-type": type, ...given.headers } };
}

/** What a browser saw: the page as it was sent, unless the example says more. Without a home page nothing was seen. */
export function withBrowser(record: EvidenceRecord, rendered: Partial<RenderedPage> = {}): EvidenceRecord {
	const { home } = record.evidence;
	if (home.state !== "found") return record;
	const { digest } = home.value;
	const seen: RenderedPage = {
		browser: "Chromium 156",
		url: home.url,
		text: digest.text,
		head: {
			title: digest.titles[0]?.text ?? "",
			canonical: digest.links.filter(({ rel }) => rel.includes("canonical")).flatMap(({ href }) => href ?? []),
			robots: digest.metas.filter(({ key }) => key === "robots").map(({ content }) => content),
			description: digest.metas.find(({ key }) => key === "description")?.content ?? "",
			jsonLdTypes: digest.jsonLd.nodes.filter(({ top }) => top).flatMap(({ types }) => types),
		},
		cls: 0,
		layout: { barriers: [], contrast: { examined: 12, found: 0 }, targetSize: { examined: 6, found: 0 } },
		tools: [],
		requests: { answered: 0, refused: 0, beyond: 0 },
		...rendered,
	};
	const evidence: Evidence = { ...record.evidence, rendered: { ...home, value: seen } };
	return { ...record, evidence };
}
