import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome, moment, ORIGIN } from "../seal/sealing.testkit.ts";
import { addTakenDown } from "../store/taken-down.ts";
import { recomputeLog } from "./recompute-log.ts";

/** What may befall a receipt; all but the first two leave a leaf that nothing accounts for. */
const FATES = ["kept", "taken down", "lost", "changed", "returned"] as const;
type Fate = (typeof FATES)[number];

const LOGS = process.env.SIGHTLINE_TEST_FULL ? 200 : 12;

describe("whatever befalls the receipts of a log", () => {
	it("each one that nothing accounts for is a fault, and no other", { timeout: 600_000 }, async () => {
		const fates = fc.array(fc.record({ fate: fc.constantFrom(...FATES), sealAfter: fc.boolean() }), {
			minLength: 1,
			maxLength: 8,
		});
		const run = async (drawn: readonly { readonly fate: Fate; readonly sealAfter: boolean }[], hasNotice: boolean) => {
			const home = await makeHome();
			const ids = [];
			for (const site of drawn.keys()) ids.push(await addReceipt(home.reports, site));
			await sealLog({}, home);
			if (hasNotice) await writeFile(join(home.reports, "notices.json"), JSON.stringify({ notices: [WIDEST] }));
			for (const [site, { fate, sealAfter }] of drawn.entries()) {
				await befall(home.reports, site, ids[site] ?? "", fate);
				if (sealAfter) await sealLog({}, home);
			}
			await sealLog({}, home);
			for (const [site, { fate }] of drawn.entries()) if (fate === "returned") await addReceipt(home.reports, site);
			const domains = new Set(hasNotice ? [WIDEST.domain] : []);
			const withdrawals = { ids: new Set<string>(), domains, active: new Set<string>() };
			const { faults } = (await recomputeLog({ ...home, origin: ORIGIN, given: [], withdrawals })).audit;
			const count = faults.reduce((sum, { more = 0 }) => sum + 1 + more, 0);
			const wrong = drawn.filter(({ fate }) => fate !== "kept" && fate !== "taken down");
			await rm(join(home.reports, ".."), { recursive: true });
			expect(count).toBe(wrong.length);
		};
		await fc.assert(fc.asyncProperty(fates, fc.boolean(), run), { numRuns: LOGS, seed: 19 });
	});
});

/** One such notice excused any loss in logs of the form before. */
const WIDEST = {
	kind: "removal",
	domain: "gone.example.com",
	receipts: "all",
	at: moment(9),
	proof: { place: "dns", found: "x" },
} as const;

async function befall(reports: string, site: number, id: string, fate: Fate): Promise<void> {
	const folder = join(reports, "receipts", `site-${site}.example.com`);
	if (fate === "taken down" || fate === "returned") await addTakenDown(reports, [id]);
	if (fate === "changed") {
		const [name = ""] = await readdir(folder);
		const text = await readFile(join(folder, name), "utf8");
		await writeFile(join(folder, name), text.replace("example", "exemple"));
	} else if (fate !== "kept") await rm(folder, { recursive: true });
}
