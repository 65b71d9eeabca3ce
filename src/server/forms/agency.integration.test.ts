import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { mayDo } from "#people/agencies/agency-access.ts";
import { AGENCY_ROLES } from "#people/agencies/agency-role.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { AGENCY_FORMS } from "../pages/people-page.ts";
import { MEMBER_FORMS } from "./agency.ts";
import { type AgencyIds, holder, openAgencyWorld, UNKNOWN_IDS } from "./agency-world.testkit.ts";
import { ORIGIN, SOMEBODY } from "./answer-form.testkit.ts";
import type { FormCall, FormResult } from "./form.ts";

/**
 * What each form is sent with, by its name: a form without a row here fails the tests. In this order an owner can send one after the other
 * for the same agency.
 */
const INPUTS: Readonly<Record<string, (ids: AgencyIds, slug: string) => unknown>> = {
	"make-brief": ({ domain }) => ({ domain }),
	approve: ({ receipt }) => ({ receipt }),
	sent: ({ approved }) => ({ receipt: approved }),
	withdraw: ({ approved }) => ({ receipt: approved }),
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
	profile: () => ({ name: "Another name" }),
	preview: () => ({ name: "Another name" }),
	logo: () => ({ logo: { name: "a.svg", bytes: new TextEncoder().encode(LOGO) } }),
	"remove-logo": () => ({}),
	leave: () => ({}),
	delete: (_, slug) => ({ slug }),
};
const ORDER = Object.keys(INPUTS);
const FORMS = AGENCY_FORMS.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
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
		it.each(AGENCY_ROLES)("do exactly what the role %s allows", async (role) => {
			const { seed, send, snapshot } = openAgencyWorld(await open(), data);
			const ids = await seed(role);
			for (const form of FORMS) {
				const before = await snapshot(role);
				// Another member leaves, as the last form needs a sender.
				const sender = holder(role, role, form.name === "leave" ? "second" : "first");
				const result = await send(form, sender, role, inputOf(form.name, ids, role));
				const isAllowed = mayDo(role, form.action);
				expect({ form: form.name, isAllowed: !isForbidden(result) }).toEqual({ form: form.name, isAllowed });
				if (!isAllowed) expect(await snapshot(role)).toBe(before);
				else if (role === "owner") expect(result, form.name).not.toHaveProperty("faults");
			}
		});

		it("answer 404 for another's agency and its data, and change nothing", async () => {
			const { seed, send, snapshot } = openAgencyWorld(await open(), data);
			const theirs = await seed("pier");
			const before = await snapshot("pier");
			await seed("quay");
			const sender = holder("quay", "owner");
			for (const form of FORMS) {
				const foreign = await send(form, sender, "pier", inputOf(form.name, theirs, "pier"));
				const unknown = await send(form, sender, "nowhere", inputOf(form.name, UNKNOWN_IDS, "nowhere"));
				expect({ form: form.name, answer: foreign }).toEqual({ form: form.name, answer: unknown });
				expect(foreign).toEqual({ faults: [] });
			}
			for (const form of FORMS) {
				const withTheirs = inputOf(form.name, theirs, "quay");
				const withNone = inputOf(form.name, UNKNOWN_IDS, "quay");
				if (JSON.stringify(withTheirs) === JSON.stringify(withNone)) continue;
				const foreign = await send(form, sender, "quay", withTheirs);
				const unknown = await send(form, sender, "quay", withNone);
				expect({ form: form.name, answer: foreign }).toEqual({ form: form.name, answer: unknown });
				expect(foreign).toMatchObject({ faults: [{ says: expect.any(String) }] });
			}
			expect(await snapshot("pier")).toBe(before);
		});
	});
});

it("report an unsent invitation, and rethrow store failures", async () => {
	const invite = MEMBER_FORMS.find(({ name }) => name === "invite") ?? expect.fail();
	const agency = { id: "1", slug: "pier", name: "Pier" };
	const membership = { agency, account: SOMEBODY.id, role: "owner", may: () => true };
	const send = (code: "mail-unsent" | "store-unavailable") => {
		const fail = () => Promise.reject(new Failure(code, { what: "It did not work." }));
		const people = stubPeople({
			agencies: { members: { find: async () => membership }, invitations: { invite: fail } },
		} as never);
		const call = { people, account: SOMEBODY, params: { agency: "pier" }, headers: new Headers({ Origin: ORIGIN }) };
		return invite.handle({ email: "bob@example.com", role: "viewer" } as never, call as unknown as FormCall);
	};
	expect(await send("mail-unsent")).toEqual({
		faults: [{ says: expect.stringContaining("could not email the invitation") }],
	});
	await expect(send("store-unavailable")).rejects.toThrow("It did not work.");
});
