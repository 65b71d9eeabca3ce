import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { assess } from "#audit/assess.ts";
import { CHECKS } from "#checks/registry.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { FakeSite, type Reply } from "#evidence/fake-site.testkit.ts";
import { PACKED_MAX } from "#evidence/fit-size.ts";
import { packEvidence, unpackEvidence } from "#receipts/store/evidence-archive.ts";
import { auditClient } from "./exemplary-audit.ts";

const HOST = "hostile.example.com";

/** Letters that compress to three quarters at best. */
const noise = (length: number) => randomBytes(length).toString("base64url").slice(0, length);
const repeated = (count: number, make: () => string) => Array.from({ length: count }, make).join("\n");

/** Everything at its maximum length, without repetition. */
function hostileSite(): Record<string, Reply | string> {
	const text = (body: string): Reply => ({ body, headers: { "content-type": "text/plain" } });
	const head = `<title>${noise(400)}</title>${repeated(300, () => `<meta name="${noise(20)}" content="${noise(1_500)}">`)}`;
	const node = () => `<script type="application/ld+json">{"@type":"${noise(30)}","name":"${noise(9_000)}"}</script>`;
	const links = repeated(700, () => `<a href="/${noise(500)}">${noise(200)}</a><img src="/${noise(300)}" alt="">`);
	const page = `<!doctype html><html lang="en"><head>${head}${repeated(20, node)}</head><body><main><h1>${noise(50)}</h1>${links}</main></body></html>`;
	const agents = repeated(3_000, () => `User-agent: ${noise(30).replace(/[^a-z]/gi, "x")}`);
	const rules = repeated(4_000, () => `Disallow: /${noise(60)}`);
	const urls = repeated(50, () => `<url><loc>https://${HOST}/${noise(1_900)}</loc></url>`);
	return {
		[`https://${HOST}/`]: { body: page, headers: { link: noise(5_000), "x-noise": noise(8_000) } },
		[`https://${HOST}/robots.txt`]: text(`${agents}\n${repeated(100, () => "Crawl-delay: 5")}\n${rules}`),
		[`https://${HOST}/sitemap.xml`]: { body: `<urlset>${urls}</urlset>`, headers: { "content-type": "text/xml" } },
		[`https://${HOST}/*`]: {
			body: `{"${noise(9)}": "${noise(50_000)}"}`,
			headers: { "content-type": "application/json" },
		},
	};
}

describe("the evidence of a site that answers with as much as it can", () => {
	it.each(FULL ? (["light", "light", "light", "deep"] as const) : (["light"] as const))(
		"packs to at most 512 kB, notes truncation, and reproduces the score (%s)",
		async (mode) => {
			const { record, report } = await auditClient({
				host: HOST,
				client: new FakeSite(hostileSite()),
				kind: "network",
				mode,
			});
			const kept = await packEvidence(record);
			expect(kept.packed.byteLength).toBeLessThanOrEqual(PACKED_MAX);
			expect(record.cuts?.map(({ at }) => at)).toContain("evidence/robots/value/groups/*/rules");
			const told = report.findings.filter(({ says }) => says.includes("over the limit of one audit"));
			expect(told.map(({ id }) => id)).toContain("robots-fetch");
			expect(
				assess((await unpackEvidence({ digest: kept.name, packed: kept.packed })) as typeof record, CHECKS),
			).toEqual(report);
		},
	);
});
