import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import { addAgency } from "./agency-rows.testkit.ts";
import { Members } from "./members.ts";

const NO_FILES = { isFile: async () => false };

describe("Members", () => {
	describeDatabases(({ open }) => {
		it("finds an agency only for its members, and nothing for an unknown role", async () => {
			const database = await open();
			await addAgency(database, "pier", ["owner", "viewer"]);
			await addAgency(database, "quay", ["owner"]);
			const members = new Members(database, NO_FILES);
			expect(await members.find("pier-viewer1", "pier")).toMatchObject({ role: "viewer", agency: { slug: "pier" } });
			expect(await members.find("quay-owner0", "pier")).toBeUndefined();
			expect(await members.find("quay-owner0", "unknown")).toBeUndefined();
			await database.sql.updateTable("member").set({ role: "admin" }).where("userId", "=", "pier-viewer1").execute();
			expect(await members.find("pier-viewer1", "pier")).toBeUndefined();
			expect(await members.agenciesOf("pier-viewer1")).toEqual([]);
		});

		it("keeps one owner if 2 are demoted or removed concurrently", async () => {
			const [first, second] = [await open(), await open()];
			const id = await addAgency(first, "pier", ["owner", "owner"]);
			const both = await Promise.all([
				new Members(first, NO_FILES).changeRole(id, "m-pier-owner0", "viewer"),
				new Members(second, NO_FILES).remove(id, "m-pier-owner1"),
			]);
			expect(both.toSorted()).toEqual(["done", "last-owner"]);
			const left = await new Members(first, NO_FILES).list(id);
			expect(left.filter(({ role }) => role === "owner")).toHaveLength(1);
		});

		it("changes no member of another agency", async () => {
			const database = await open();
			const pier = await addAgency(database, "pier", ["owner", "editor"]);
			const quay = await addAgency(database, "quay", ["owner", "viewer"]);
			const members = new Members(database, NO_FILES);
			const before = await members.list(quay);
			expect(await members.changeRole(pier, "m-quay-viewer1", "owner")).toBe("unknown");
			expect(await members.remove(pier, "m-quay-viewer1")).toBe("unknown");
			expect(await members.remove(pier, "m-nobody")).toBe("unknown");
			expect(await members.list(quay)).toEqual(before);
		});

		it("passes on sole ownership, and returns agencies without other members", async () => {
			const database = await open();
			const pier = await addAgency(database, "pier", ["owner", "viewer", "editor"]);
			const { sql } = database;
			const alone = { id: "alone", slug: "alone", name: "Alone", createdAt: "2026-11-21T02:00:00.000Z" };
			await sql
				.insertInto("organization")
				.values({ ...alone, logo: null, metadata: null })
				.execute();
			const owner = { id: "m-alone", organizationId: "alone", userId: "pier-owner0", role: "owner" };
			await sql
				.insertInto("member")
				.values({ ...owner, createdAt: alone.createdAt })
				.execute();
			const members = new Members(database, NO_FILES);
			// Twice, as where the agency that is left could not be deleted.
			for (const _ of [1, 2]) expect(await members.leaveAll("pier-owner0")).toMatchObject([{ slug: "alone" }]);
			const left = await members.list(pier);
			expect(left.map(({ account, role }) => [account, role])).toEqual([
				["pier-viewer1", "viewer"],
				["pier-editor2", "owner"],
			]);
		});
	});
});
