import { audit } from "#audit/audit.ts";
import { type Auditor, refusingClient } from "#audit/auditor.ts";
import { ThreadPool } from "#audit/thread-pool.ts";
import { limitsOf, SiteSource } from "#evidence/site/site-source.ts";
import type { LoopbackSite } from "#net/loopback-site.testkit.ts";

/** For tests only: a real auditor for which every host is one site on 127.0.0.1 without TLS. */
export function createLoopbackAuditor(site: LoopbackSite): Auditor {
	const pool = new ThreadPool({ threads: 1, here: "nothing", cpuMs: 5000, heapMb: 64 });
	const client: Pick<LoopbackSite["client"], "get" | "close"> = {
		async get(url, limits) {
			const response = await site.client.get(site.url(url.pathname + url.search, url.hostname), limits);
			return { ...response, url: url.href };
		},
		close: async () => {},
	};
	return {
		async audit({ target, mode, refuse, signal: wanted }) {
			const signal = AbortSignal.any([AbortSignal.timeout(10_000), ...(wanted ? [wanted] : [])]);
			const asking = refusingClient(client, refuse);
			const source = SiteSource.open({
				kind: "network",
				client: asking,
				reader: pool,
				host: target.host,
				limits: limitsOf(mode, 1),
				signal,
			});
			const auditedAt = new Date().toISOString();
			const depth = { mode: "light" } as const;
			const found = await audit({ target, depth, source, judge: pool.judge, auditedAt, signal });
			if (!found.report.ok && asking.refused) throw asking.refused;
			return found;
		},
		close: () => pool.close(),
	};
}
