import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgencyRole } from "#people/agencies/agency-role.ts";
import { addAgency } from "#people/agencies/agency-rows.testkit.ts";
import type { KeyScope } from "#people/keys/api-keys.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import { openTestLive } from "../live/live.testkit.ts";
import { publicExecutiveBrief } from "./audits.ts";

const domain = "client.example.com";
const ANONYMOUS = /^client\.example\.com~[0-9][a-z0-9]{7}$/;

describe("a brief by an account", () => {
	describeDatabases(({ open, place }) => {
		it("is approved at once if the caller may approve it, and otherwise has an unverified name", async () => {
			const database = await open();
			await addAgency(database, "pier", ["owner", "editor", "viewer"]);
			await addAgency(database, "quay", ["owner"]);
			const { file, url } = await place();
			const environment: Record<string, string> =
				url === undefined ? { SIGHTLINE_DATA: dirname(file) } : { DATABASE_URL: url };
			const { live, ask } = await openTestLive({ environment });
			async function brief(holder: string, agencyName: string, scopes: readonly KeyScope[] = ["audit:write"]) {
				const key = await live.people.keys.make(holder, { name: "Briefs", scopes });
				const answer = await ask(publicExecutiveBrief, { domain, agencyName }, { authorization: `Bearer ${key}` });
				return ((await answer.json()) as { brief: { id: string; slug: string; agencyName: string } }).brief;
			}
			const holder = (role: AgencyRole, index: number) => `pier-${role}${index}`;
			const approved = { slug: `${domain}~pier`, agencyName: "Agency pier" };
			expect(await brief(holder("viewer", 2), "pier")).toMatchObject({ slug: expect.stringMatching(ANONYMOUS) });
			expect(await live.pages.brief(approved.slug)).toBeUndefined();
			const { id, ...own } = await brief(holder("owner", 0), "pier");
			expect(own).toMatchObject(approved);
			expect(await live.pages.brief(approved.slug)).toMatchObject({ ...approved, stored: { id } });
			expect(await brief(holder("editor", 1), "Agency pier")).toMatchObject(approved);
			const key = { agency: "pier", receipt: id };
			expect(await live.people.agencies.briefs.get(key)).toMatchObject({ state: "approved", slug: approved.slug });
			const others = [
				await brief(holder("owner", 0), "pier", ["audit:read"]),
				await brief("quay-owner0", "pier"),
				await brief(holder("owner", 0), "agency pier"),
			];
			for (const { slug } of others) expect(slug).toMatch(ANONYMOUS);
		});
	});
});
