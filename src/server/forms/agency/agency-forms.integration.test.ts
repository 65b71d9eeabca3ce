import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayDo } from "#people/agencies/agency-access.ts";
import { AGENCY_ROLES } from "#people/agencies/agency-role.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { FormResult } from "../form.ts";
import { AGENCY_FORMS } from "./agency-forms.ts";
import { type AgencyIds, holder, openAgencyWorld, UNKNOWN_IDS } from "./agency-world.testkit.ts";

/** What each form is sent with, by its name: a form without a row here fails the tests. */
const INPUTS: Readonly<Record<string, (ids: AgencyIds, slug: string) => unknown>> = {
	"make-brief": ({ domain }) => ({ domain }),
	approve: ({ receipt }) => ({ receipt }),
	withdraw: ({ approved }) => ({ receipt: approved }),
	sent: ({ approved }) => ({ receipt: approved }),
	drop: ({ receipt }) => ({ receipt }),
	"add-client": () => ({ domain: "new.example.com" }),
	"change-client": ({ domain }) => ({ domain, name: "Changed" }),
	"remove-client": ({ domain }) => ({ domain }),
	mark: ({ request }) => ({ request, state: "answered" }),
	"remove-lead": ({ request }) => ({ request }),
	invite: (_, slug) => ({ email: `new-at-${slug}@example.com`, role: "editor" }),
	"cancel-invitation": ({ invitation }) => ({ invitation }),
	role: ({ member }) => ({ member, role: "editor" }),
	"remove-member": ({ member }) => ({ member }),
	leave: () => ({}),
	profile: () => ({ name: "Another name" }),
	preview: () => ({ name: "Another name" }),
	logo: () => ({ logo: { name: "a.svg", bytes: new TextEncoder().encode(LOGO) } }),
	"remove-logo": () => ({}),
	delete: (_, slug) => ({ slug }),
};
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h10v10z"/></svg>';

function inputOf(name: string, ids: AgencyIds, slug: string): unknown {
	const input = INPUTS[name];
	if (!input) throw new Error(`the form ${name} has no row in INPUTS`);
	return input(ids, slug);
}

const isForbidden = (result: FormResult) =>
	"faults" in result && result.faults.some(({ says }) => says.startsWith("Your role in "));

describe("forms of an agency's pages", () => {
	let data = "";
	beforeAll(async () => {
		data = await mkdtemp(join(tmpdir(), "sightline-agencies-"));
	});
	afterAll(() => rm(data, { recursive: true }));

	describeDatabases(({ open }) => {
		it.each(AGENCY_ROLES)("do what the role %s allows, and nothing else", async (role) => {
			const { seed, send, snapshot } = openAgencyWorld(await open(), data);
			let ids = await seed(role);
			let slug: string = role;
			for (const [number, form] of AGENCY_FORMS.entries()) {
				const before = await snapshot(slug);
				const result = await send(form, holder(slug, role), slug, inputOf(form.name, ids, slug));
				const isAllowed = mayDo(role, form.action);
				expect({ form: form.name, isAllowed: !isForbidden(result) }).toEqual({ form: form.name, isAllowed });
				if (!isAllowed) expect(await snapshot(slug)).toBe(before);
				else if (role === "owner") expect(result, form.name).not.toHaveProperty("faults");
				// An owner does each with an agency that has everything; others end their membership alone.
				if (role === "owner" || form.name === "leave") {
					slug = `${role}-${number}`;
					ids = await seed(slug);
				}
			}
		});

		it("answer for another's agency as for an unknown one, and change nothing of it", async () => {
			const { seed, send, snapshot } = openAgencyWorld(await open(), data);
			const ids = await seed("pier");
			await seed("quay");
			const before = await snapshot("pier");
			for (const form of AGENCY_FORMS) {
				const sender = holder("quay", "owner");
				const foreign = await send(form, sender, "pier", inputOf(form.name, ids, "pier"));
				const unknown = await send(form, sender, "nowhere", inputOf(form.name, UNKNOWN_IDS, "nowhere"));
				expect({ form: form.name, answer: foreign }).toEqual({ form: form.name, answer: unknown });
				expect(foreign).toEqual({ faults: [] });
			}
			expect(await snapshot("pier")).toBe(before);
		});

		it("answer for what another agency has as for what is not there", async () => {
			const { seed, send, snapshot } = openAgencyWorld(await open(), data);
			const theirs = await seed("pier");
			const before = await snapshot("pier");
			await seed("quay");
			for (const form of AGENCY_FORMS) {
				const withTheirs = JSON.stringify(inputOf(form.name, theirs, "quay"));
				const withNone = JSON.stringify(inputOf(form.name, UNKNOWN_IDS, "quay"));
				if (withTheirs === withNone) continue;
				const [foreign, unknown] = [
					await send(form, holder("quay", "owner"), "quay", JSON.parse(withTheirs)),
					await send(form, holder("quay", "owner"), "quay", JSON.parse(withNone)),
				];
				expect({ form: form.name, answer: foreign }).toEqual({ form: form.name, answer: unknown });
				expect(foreign).toMatchObject({ faults: [{ says: expect.any(String) }] });
			}
			expect(await snapshot("pier")).toBe(before);
		});
	});
});
