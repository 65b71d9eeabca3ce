import { expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { stubPeople } from "../../api/people.testkit.ts";
import { ORIGIN, SOMEBODY } from "../answer-form.testkit.ts";
import type { FormCall } from "../form.ts";
import { MEMBER_FORMS } from "./agency-members.ts";

it("says that an invitation could not be mailed, and lets a fault of the store be one", async () => {
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
	expect(await send("mail-unsent")).toEqual({ faults: [{ says: expect.stringContaining("could not be mailed") }] });
	await expect(send("store-unavailable")).rejects.toThrow("It did not work.");
});
