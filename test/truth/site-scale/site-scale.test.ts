import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createAuditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import { judgeSite, type SiteVerdict, writeSite } from "./judge-site.ts";
import { planSite } from "./site.ts";

const auditor = await createAuditor(readEnvironment({}), { load: "lone" });
afterAll(() => auditor.close());

async function verdictOn(seed: number, size: number, clean: boolean): Promise<SiteVerdict> {
	const folder = await mkdtemp(join(tmpdir(), "sightline-sites-"));
	try {
		const site = planSite(seed, size);
		return await judgeSite(auditor, site, folder, await writeSite(site, folder, clean));
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** Only Linux has names of any bytes. */
const left = process.platform === "linux" ? 1 : 0;

/** At the root and below a path, with both line ends, as folders and files, in one language and several. */
describe.each(some([1, 2, 4], 2))("site %i", (seed) => {
	it("has every planted fault found at its file, line and column, and no other", async () => {
		const pages = FULL ? 120 : 60;
		const verdict = await verdictOn(seed, pages, false);
		expect(verdict).toMatchObject({ pages, missed: [], invented: [], left });
		expect(verdict.planted).toBeGreaterThan(pages / 3);
	});

	it("is without any fault before one is planted", async () => {
		expect(await verdictOn(seed, 20, true)).toMatchObject({ pages: 20, planted: 0, invented: [], left });
	});
});
