import { assess } from "#audit/assess.ts";
import { type Audit, audit } from "#audit/audit.ts";
import { readerOfPages } from "#audit/sample-audit.testkit.ts";
import { CHECKS } from "#checks/registry.ts";
import { browserUserAgent } from "#core/brand.ts";
import type { AuditMode, SourceKind } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import type { Depth } from "#evidence/deep/collect-depth.ts";
import { type ForeignReader, readHere } from "#evidence/reading/readers.ts";
import type { InstalledBrowser } from "#evidence/rendered/collect-rendered.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import { limitsOf, SiteSource } from "#evidence/site/site-source.ts";
import type { HttpClient } from "#net/http-client.ts";
import { withBrowser } from "./example-audit.ts";
import { ExemplaryServer } from "./exemplary-server.ts";
import type { ExemplarySite } from "./exemplary-sites.ts";

const AUDITED_AT = "2026-11-21T06:00:00.000Z";

/** In order of cost. */
export const WAYS: readonly (readonly [SourceKind, AuditMode])[] = [
	["folder", "light"],
	["folder", "deep"],
	["network", "light"],
	["network", "deep"],
];

export interface OneAudit {
	readonly host: string;
	readonly client: HttpClient;
	readonly kind: SourceKind;
	readonly mode: AuditMode;
	/** In this process unless told. */
	readonly reader?: ForeignReader | undefined;
	/** None unless told. */
	readonly browser?: InstalledBrowser | undefined;
}

/** Audits a client's site at a fixed time with this browser. */
export function auditClient({
	host,
	client,
	kind,
	mode,
	reader = { read: readHere },
	browser,
}: OneAudit): Promise<Audit> {
	const { signal } = new AbortController();
	const browserAgent = browserUserAgent("https://example.org");
	const depth: Depth = mode === "light" ? { mode } : { mode, browser, browserAgent };
	const target = parseTarget(host);
	const source = SiteSource.open({ kind, client, reader, host, limits: limitsOf(mode), signal });
	return audit({
		target,
		depth,
		source,
		readPages: readerOfPages(source, target, mode),
		judge: (record) => assess(record, CHECKS),
		auditedAt: AUDITED_AT,
		signal,
	});
}

/** Audits an exemplary site; a deep audit is judged as if a browser had seen the page as it was sent. */
export async function auditExemplary(site: ExemplarySite, kind: SourceKind, mode: AuditMode): Promise<Audit> {
	const { host, folder } = site;
	const client = kind === "folder" ? await openFolder(folder, host) : await ExemplaryServer.open(site);
	const seen = await auditClient({ host, client, kind, mode });
	if (mode === "light") return seen;
	const record = withBrowser(seen.record);
	return { ...seen, record, report: assess(record, CHECKS) };
}
