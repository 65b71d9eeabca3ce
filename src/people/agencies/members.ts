import type { Database } from "#store/database.ts";
import type { AgencyAction } from "./agency-access.ts";
import type { AgencyBrands } from "./agency-brands.ts";
import { holdsSlug } from "./agency-brands.ts";
import { type AgencyRole, isAgencyRole } from "./agency-role.ts";

export interface Agency {
	readonly id: string;
	/** Last part of its addresses; never changes. */
	readonly slug: string;
	readonly name: string;
}

/** An account in an agency that it belongs to. */
export interface Membership {
	readonly agency: Agency;
	readonly account: string;
	readonly role: AgencyRole;
	may(action: AgencyAction): boolean;
}

export interface Member {
	/** Of the membership. */
	readonly id: string;
	readonly account: string;
	readonly email: string;
	readonly name: string;
	readonly role: AgencyRole;
	/** Milliseconds since 1970. */
	readonly sinceMs: number;
}

/** `last-owner`: refused, since an agency without an owner could not be helped any more. */
export type MemberChange = "done" | "unknown" | "last-owner";

/** Members of agencies. Ids of another agency's members are unknown ones. Organizations that do not hold their slug are none. */
export interface Members {
	/** By name. */
	agenciesOf(account: string): Promise<readonly Membership[]>;
	/** Undefined where there is no such agency, and alike where the account is no member of it. */
	find(account: string, slug: string): Promise<Membership | undefined>;
	/** The first to join first. */
	list(agency: string): Promise<readonly Member[]>;
	changeRole(agency: string, member: string, role: AgencyRole): Promise<MemberChange>;
	remove(agency: string, member: string): Promise<MemberChange>;
	/**
	 * Ends an account's memberships. What it owned alone goes to the editor, or else the viewer, who joined first.
	 * @returns agencies that nobody else is in: still its own, so that what fails in deleting them can be done again
	 */
	leaveAll(account: string): Promise<readonly Agency[]>;
}

export function openMembers(database: Pick<Database, "sql" | "kind">, brands: Pick<AgencyBrands, "isFile">): Members {
	const { sql } = database;
	const rowsOf = (account: string, slug?: string) =>
		sql
			.selectFrom("member")
			.innerJoin("organization", "organization.id", "member.organizationId")
			.where("member.userId", "=", account)
			.$if(slug !== undefined, (query) => query.where("organization.slug", "=", slug ?? ""))
			.orderBy("organization.name")
			.orderBy("organization.slug")
			.select(["organization.id", "organization.slug", "organization.name", "organization.metadata", "member.role"])
			.execute();
	const memberships = async (account: string, slug?: string) => {
		const { mayDo } = await import("./agency-access.ts");
		const found: Membership[] = [];
		for (const { role, id, name, ...row } of await rowsOf(account, slug))
			if (isAgencyRole(role) && (await holdsSlug(row, brands)))
				found.push({ agency: { id, slug: row.slug, name }, account, role, may: (action) => mayDo(role, action) });
		return found;
	};
	return {
		agenciesOf: (account) => memberships(account),
		find: async (account, slug) => (await memberships(account, slug)).at(0),
		list: (agency) => listMembers(sql, agency),
		changeRole: (agency, member, role) =>
			changeMember(database, agency, { member, staysOwner: role === "owner" }, async (transaction) => {
				await transaction.updateTable("member").set({ role }).where("id", "=", member).execute();
			}),
		remove: (agency, member) =>
			changeMember(database, agency, { member, staysOwner: false }, async (transaction) => {
				await transaction.deleteFrom("member").where("id", "=", member).execute();
			}),
		async leaveAll(account) {
			const alone: Agency[] = [];
			for (const { id, slug, name } of await rowsOf(account))
				if ((await leave(database, id, account)) === "alone") alone.push({ id, slug, name });
			return alone;
		},
	};
}

async function listMembers(sql: Database["sql"], agency: string): Promise<Member[]> {
	const rows = await sql
		.selectFrom("member")
		.innerJoin("user", "user.id", "member.userId")
		.where("member.organizationId", "=", agency)
		.orderBy("member.createdAt")
		.orderBy("member.id")
		.select(["member.id", "member.userId as account", "user.email", "user.name", "member.role", "member.createdAt"])
		.execute();
	return rows.flatMap(({ role, createdAt, ...member }) =>
		isAgencyRole(role) ? [{ ...member, role, sinceMs: new Date(createdAt).getTime() }] : [],
	);
}

/** In a transaction that no other change of the same agency's members runs beside. */
function changeMember(
	{ sql, kind }: Pick<Database, "sql" | "kind">,
	agency: string,
	{ member, staysOwner }: { readonly member: string; readonly staysOwner: boolean },
	write: (transaction: Database["sql"]) => Promise<void>,
): Promise<MemberChange> {
	return sql.transaction().execute(async (transaction) => {
		const members = await lockedMembers(transaction, kind, agency);
		const found = members.find(({ id }) => id === member);
		if (!found) return "unknown";
		const others = members.filter(({ id, role }) => id !== member && role === "owner");
		if (found.role === "owner" && !staysOwner && others.length === 0) return "last-owner";
		await write(transaction);
		return "done";
	});
}

/** The first to join first. SQLite's transactions follow each other; on Postgres the agency's row is what they wait for. */
async function lockedMembers(transaction: Database["sql"], kind: Database["kind"], agency: string) {
	if (kind === "postgres")
		await transaction.selectFrom("organization").where("id", "=", agency).select("id").forUpdate().execute();
	return transaction
		.selectFrom("member")
		.where("organizationId", "=", agency)
		.orderBy("createdAt")
		.orderBy("id")
		.select(["id", "userId", "role"])
		.execute();
}

function leave({ sql, kind }: Pick<Database, "sql" | "kind">, agency: string, account: string) {
	return sql.transaction().execute(async (transaction) => {
		const members = await lockedMembers(transaction, kind, agency);
		const left = members.filter(({ userId }) => userId !== account);
		const heir = left.find(({ role }) => role === "editor") ?? left.at(0);
		if (!heir) return "alone";
		await transaction.deleteFrom("member").where("organizationId", "=", agency).where("userId", "=", account).execute();
		if (!left.some(({ role }) => role === "owner"))
			await transaction.updateTable("member").set({ role: "owner" }).where("id", "=", heir.id).execute();
		return "goes-on";
	});
}
