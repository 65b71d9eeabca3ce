import { expect, it } from "vitest";
import { agentClients, agents } from "./agent-tables.ts";
import { describeDatabases } from "./database.testkit.ts";

const ROW = {
	...{ id: "reg_1", kind: "identity_assertion", issuer: "https://agents.example.com", subject: "user-1", email: null },
	...{ account: "ann", scope: "audit:read", generation: 2, created_ms: 1, expires_ms: 2, claimed_ms: 1 },
	...{ revoked_ms: null, claim: "digest", claim_ends_ms: 3 },
};

describeDatabases((databases) => {
	it("registrations of before stay as they are when they come to be of one client each", async () => {
		const { sql, kind } = await databases.open();
		for (const table of ["agent_registration", "agent_attempt", "agent_refresh"])
			await sql.schema.dropTable(table).execute();
		await agents(kind).up(sql);
		await sql
			.insertInto("agent_registration")
			.values(ROW as never)
			.execute();
		await agentClients(kind).up(sql);
		const all = sql.selectFrom("agent_registration").selectAll();
		expect(await all.execute()).toEqual([{ ...ROW, client: "" }]);
		const other = { ...ROW, id: "reg_2", claim: null, client: "other" };
		const add = (row: object) =>
			sql
				.insertInto("agent_registration")
				.values(row as never)
				.execute();
		await add(other);
		await expect(add({ ...other, id: "reg_3" })).rejects.toThrow();
		await expect(add({ ...other, id: "reg_4", client: "more", claim: "digest" })).rejects.toThrow();
		expect(await all.execute()).toHaveLength(2);
	});
});
