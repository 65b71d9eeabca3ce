import type { Database } from "#store/database.ts";
import type { AgencyRole } from "./agency-role.ts";

const AT = "2026-11-21T02:00:00.000Z";

/** Adds an account; its id is the local part of the address. */
export async function addUser({ sql, kind }: Database, email: string): Promise<string> {
	const id = email.slice(0, email.indexOf("@"));
	const emailVerified = kind === "sqlite" ? 1 : true;
	const user = { id, email, name: "", emailVerified, image: null, createdAt: AT, updatedAt: AT };
	await sql.insertInto("user").values(user).execute();
	return id;
}

/** Adds an agency with one account per role, in order of joining; ids are `<slug>-<role>`. */
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
