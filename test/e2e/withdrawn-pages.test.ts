import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { FULL } from "#core/long-form.testkit.ts";
import type { Notices, Removal } from "#core/notice.ts";
import { seal } from "#log/seal/seal.ts";
import { sampleLogEnvironment } from "#log/seal/signing-keys.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { makeReceipt } from "#site/publication/receipt.testkit.ts";
import { buildSite, onlyPages } from "./built-site.testkit.ts";

/** Builds a site after removals of every kind, from the samples' log: what is gone may be named nowhere. */

/** In the short form those that a removal changes. */
const ROUTES = onlyPages(
	"badge/[slug].json.ts",
	"badge/[slug].svg.ts",
	"brief/[slug]/index.astro",
	"card/[slug].png.ts",
	"history/[slug].astro",
	"log/index.astro",
	"oembed/[slug].json.ts",
	"receipts/[id].astro",
	"removal.astro",
	"seal/[id].svg.ts",
	"share/[slug]/[id].astro",
	"share/[slug]/index.astro",
	"verify/index.astro",
);

const [KEPT, EMPTIED] = ["kept.example.org", "emptied.example.org"];
const [SECRET, KNOWN, UNWATCHED] = ["secret.example.org", "known.example.org", "unwatched.example.org"];
const SAYS = "It scored 77 wrongly.";
const at = "2026-11-21T10:00:00.000Z";

let root = "";
let dist = "";
/** By domain, in the order of their audits. */
const ids = new Map<string, string[]>();
const idOf = (domain: string, index = 0) => ids.get(domain)?.[index] ?? "";

async function keep(reports: string, domain: string, day: number): Promise<void> {
	const draft = makeReceipt({ domain, auditedAt: `2026-11-${day}T02:00:00.000Z` });
	const stored = await createReceipt(draft, draft.evidenceDigest);
	await mkdir(join(reports, "receipts", domain), { recursive: true });
	await writeFile(join(reports, "receipts", domain, fileName(stored.receipt)), await receiptText(stored.receipt));
	ids.set(domain, [...(ids.get(domain) ?? []), stored.id]);
}

const removal = (domain: string, receipts: Removal["receipts"], shown: { public?: true } = {}): Removal => ({
	kind: "removal",
	domain,
	...shown,
	receipts,
	at,
	proof: { place: "dns", found: "sightline-remove=all" },
});

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-withdrawn-"));
	const environment = {
		SIGHTLINE_REPORTS: join(root, "reports"),
		SIGHTLINE_DATA: join(root, "data"),
		SIGHTLINE_BASE_URL: "https://samples.example.com",
	};
	const reports = environment.SIGHTLINE_REPORTS;
	for (const day of [11, 12]) await keep(reports, KEPT, day);
	for (const domain of [EMPTIED, UNWATCHED]) await keep(reports, domain, 13);
	await seal({ newLog: true }, readEnvironment({ ...environment, ...(await sampleLogEnvironment()) }));
	const corrected = [idOf(KEPT), idOf(KEPT, 1), idOf(UNWATCHED)];
	const notices: Notices = {
		notices: [
			removal(KEPT, [idOf(KEPT)]),
			removal(EMPTIED, [idOf(EMPTIED)]),
			removal(SECRET, "all"),
			removal(KNOWN, "all", { public: true }),
			...corrected.map((receipt, index) => ({
				kind: "correction" as const,
				receipt,
				at,
				says: `${SAYS} Number ${index}.`,
			})),
		],
	};
	await writeFile(join(reports, "notices.json"), JSON.stringify(notices));
	const entries = [KEPT, EMPTIED].map((domain) => ({ domain }));
	await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries }));
	dist = (await buildSite(environment, FULL ? {} : { routes: ROUTES })).outDir;
});
afterAll(() => rm(root, { recursive: true, force: true }));

const built = (path: string) => readFile(join(dist, path), "utf8");
const isBuilt = (path: string) =>
	access(join(dist, path)).then(
		() => true,
		() => false,
	);
const addresses = (domain: string) => [
	`brief/${domain}/index.html`,
	`share/${domain}/index.html`,
	`history/${domain}/index.html`,
	`badge/${domain}.svg`,
	`badge/${domain}.json`,
	`card/${domain}.png`,
	`oembed/${domain}.json`,
];
const builtOf = async (domain: string) => {
	const found = await Promise.all(addresses(domain).map(async (path) => ((await isBuilt(path)) ? [path] : [])));
	return found.flat();
};

describe("after removals", () => {
	it("a correction is beside shown content, and not where it would reveal the domain", async () => {
		expect(await built(`receipts/${idOf(KEPT, 1)}/index.html`)).toContain(SAYS);
		for (const id of [idOf(KEPT), idOf(UNWATCHED)])
			expect(await built(`receipts/${id}/index.html`)).not.toContain(SAYS);
	});

	it("a removed receipt has an anonymous seal, and no address below the domain", async () => {
		const seal = await built(`seal/${idOf(KEPT)}.svg`);
		expect(seal).toContain("This receipt was taken down at its owner’s request. Receipt");
		expect(seal).toMatch(/leaf \d in the tree of 5 with root [0-9a-f]{64}/);
		expect(seal).not.toContain("example.org");
		expect(await isBuilt(`share/${KEPT}/${idOf(KEPT)}/index.html`)).toBe(false);
		expect(await isBuilt(`share/${KEPT}/${idOf(KEPT, 1)}/index.html`)).toBe(true);
		expect(await built("removal/index.html")).toContain("but not which domain");
	});

	it("a domain with all receipts removed one by one has all addresses and a working badge", async () => {
		expect(await builtOf(EMPTIED)).toEqual(addresses(EMPTIED));
		expect(await built(`oembed/${EMPTIED}.json`)).toContain(`https://samples.example.com/share/${EMPTIED}/`);
		const page = await built(`share/${EMPTIED}/index.html`);
		expect(page).toContain("that were shown here were");
		expect(page).not.toContain("no longer audited");
		expect(await built(`brief/${KEPT}/index.html`)).not.toContain("Withdrawn");
	});

	it("a never public domain is named nowhere; a formerly public one is shown as removed", async () => {
		expect(await builtOf(SECRET)).toEqual([]);
		expect(await builtOf(KNOWN)).toEqual(addresses(KNOWN));
		expect(await built(`share/${KNOWN}/index.html`)).toContain("no longer audited by schedule");
	});
});

describe("a site of the samples' log", () => {
	it("says on log and receipt pages that its key is public", async () => {
		for (const path of ["log/index.html", `receipts/${idOf(KEPT, 1)}/index.html`, `receipts/${idOf(KEPT)}/index.html`])
			expect(await built(path), path).toContain("Its private key is public");
	});

	it("prints commands with the needed key, and claims no pinned key", async () => {
		const [key = ""] = (await built("log/vkeys")).split("\n");
		expect(key).toContain("samples.sightline.invalid/log+");
		for (const path of ["log/index.html", "verify/index.html", `receipts/${idOf(KEPT, 1)}/index.html`]) {
			const html = (await built(path)).replaceAll("&#34;", '"').replaceAll("&quot;", '"');
			expect(html, path).toContain(`--key "${key}"`);
			expect(html, path).not.toMatch(/built in|built into/);
		}
	});
});
