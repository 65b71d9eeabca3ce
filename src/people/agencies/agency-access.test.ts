import { describe, expect, it } from "vitest";
import { AGENCY_ACTIONS, type AgencyAction, mayDo } from "./agency-access.ts";

/** All permissions, written out apart from the rules to show changes of either. */
const MAY: Readonly<Partial<Record<AgencyAction, string>>> = {
	"agency:read": "owner editor viewer",
	"brand:update": "owner editor",
	"client:add": "owner editor",
	"client:change": "owner editor",
	"client:remove": "owner editor",
	"brief:make": "owner editor",
	"brief:approve": "owner editor",
	"brief:withdraw": "owner editor",
	"lead:read": "owner editor",
	"lead:answer": "owner editor",
	"organization:update": "owner",
	"organization:delete": "owner",
	"member:create": "owner",
	"member:update": "owner",
	"member:delete": "owner",
	"invitation:create": "owner",
	"invitation:cancel": "owner",
};

describe("mayDo", () => {
	it("knows exactly the actions of the table", () => {
		expect(AGENCY_ACTIONS.toSorted()).toEqual(Object.keys(MAY).toSorted());
	});

	it.each(["owner", "editor", "viewer"])("allows %s the actions of the table", (role) => {
		const allowed = AGENCY_ACTIONS.filter((action) => mayDo(role, action));
		expect(allowed).toEqual(AGENCY_ACTIONS.filter((action) => MAY[action]?.split(" ").includes(role)));
	});

	it.each(["", "admin", "member", "Owner", "owner,editor", "constructor", "__proto__"])(
		"allows the role %j nothing",
		(role) => {
			expect(AGENCY_ACTIONS.filter((action) => mayDo(role, action))).toEqual([]);
		},
	);
});
