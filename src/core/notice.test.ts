import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { activeRemovals, type Notices, noticesJsonSchema, noticesSchema, removalOf } from "./notice.ts";

const ID = "a".repeat(64);
const at = "2026-11-21T02:00:00.000Z";
const proof = { place: "dns", found: "sightline-remove=all" } as const;
const all = { kind: "removal", domain: "example.com", receipts: "all", at, proof } as const;
const one = { ...all, domain: "example.org", receipts: [ID] };

it("describes the notices to editors in reports/notices.schema.json", () => {
	const file = new URL("../../reports/notices.schema.json", import.meta.url);
	expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(noticesJsonSchema());
});

describe("a removal", () => {
	const notices: Notices = { notices: [all, one, { ...all, domain: "ended.example.com", ended: at }] };

	it("of everything covers the domain and each receipt, until it has ended", () => {
		expect(removalOf(notices, "example.com")).toBe(all);
		expect(removalOf(notices, "example.com", ID)).toBe(all);
		expect(removalOf(notices, "ended.example.com")).toBeUndefined();
		expect(removalOf(notices, "ended.example.com", ID)).toBeUndefined();
		expect(activeRemovals(notices)).toEqual([all]);
	});

	it("of one receipt covers only that one", () => {
		expect(removalOf(notices, "example.org", ID)).toBe(one);
		expect(removalOf(notices, "example.org")).toBeUndefined();
		expect(removalOf(notices, "example.org", "b".repeat(64))).toBeUndefined();
	});

	it.each([
		["Ledgerline.example.com", "must be written as receipts name it: ledgerline.example.com"],
		["https://ledgerline.example.com/", "must be written as receipts name it: ledgerline.example.com"],
		["münchen.example.com", "must be written as receipts name it: xn--mnchen-3ya.example.com"],
		["localhost", "must be a domain such as example.com."],
		["", "must be a domain such as example.com."],
	])("of %j would remove nothing, so it is rejected with a reason", (domain, says) => {
		const read = noticesSchema.safeParse({ notices: [{ ...all, domain }] });
		expect(read.error?.issues[0]?.message).toContain(says);
		expect(read.error?.issues[0]?.path).toEqual(["notices", 0, "domain"]);
	});

	it("allows only true for the public member", () => {
		expect(noticesSchema.safeParse({ notices: [{ ...all, public: true }] }).success).toBe(true);
		expect(noticesSchema.safeParse({ notices: [{ ...all, public: false }] }).success).toBe(false);
	});

	it("needs proof of control", () => {
		const { proof: _, ...bare } = all;
		expect(noticesSchema.safeParse({ notices: [all] }).success).toBe(true);
		expect(noticesSchema.safeParse({ notices: [bare] }).success).toBe(false);
	});
});
