import type { Database } from "#store/database.ts";
import type { AgencyRole } from "./agency-role.ts";

const AT = "2026-11-21T02:00:00.000Z";

/** An account as sign-in leaves it; its id is the part of the address before the `@`. */
export async function addUser({ sql, kind }: Database, email: string): Promise<string> {
	const id = email.slice(0, email.indexOf("@"));
	const emailVerified = kind === "sqlite" ? 1 : true;
	const user = { id, email, name: "", emailVerified, image: null, createdAt: AT, updatedAt: AT };
	await sql.insertInto("user").values(user).execute();
	return id;
}

/** An agency with an account for each role, in this order of joining; ids are `<slug>-<role>`. */
export async function addAgency(database: Database, slug: string, roles: readonly AgencyRole[]): Promise<string> {
	const { sql } = database;
	const id = `id-of-${slug}`;
	const agency = { id, slug, name: `Agency ${slug}`, createdAt: AT, logo: null, metadata: null };
	await sql.insertInto("organization").values(agency).execute();
	for (const [index, role] of roles.entries()) {
		const userId = await addUser(database, `${slug}-${role}${index}@example.com`);
		const createdAt = new Date(Date.parse(AT) + index * 1000).toISOString();
		await sql
			.insertInto("member")
			.values({ id: `m-${userId}`, organizationId: id, userId, role, createdAt })
			.execute();
	}
	return id;
}
