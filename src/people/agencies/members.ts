import type { Database } from "#store/database.ts";
import type { AgencyAction } from "./agency-access.ts";
import type { AgencyBrands } from "./agency-brands.ts";
import { ownsSlug } from "./agency-brands.ts";
import { type AgencyRole, isAgencyRole } from "./agency-role.ts";

export interface Agency {
	readonly id: string;
	/** Last segment of its addresses; never changes. */
	readonly slug: string;
	readonly name: string;
}

export interface Membership {
	readonly agency: Agency;
	readonly account: string;
	readonly role: AgencyRole;
	may(action: AgencyAction): boolean;
}

export interface Member {
	readonly id: string;
	readonly account: string;
	readonly email: string;
	readonly name: string;
	readonly role: AgencyRole;
	readonly sinceMs: number;
}

/** `last-owner`: refused, because an agency needs an owner. */
export type MemberChange = "done" | "unknown" | "last-owner";

/** Members of other agencies are unknown. Ignores organizations that lost their slug to a brand file. */
export class Members {
	readonly #database: Pick<Database, "sql" | "kind">;
	readonly #brands: Pick<AgencyBrands, "isFile">;

	constructor(database: Pick<Database, "sql" | "kind">, brands: Pick<AgencyBrands, "isFile">) {
		this.#database = database;
		this.#brands = brands;
	}

	agenciesOf(account: string): Promise<readonly Membership[]> {
		return this.#memberships(account);
	}

	async find(account: string, slug: string): Promise<Membership | undefined> {
		return (await this.#memberships(account, slug)).at(0);
	}

	async list(agency: string): Promise<readonly Member[]> {
		const rows = await this.#database.sql
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

	changeRole(agency: string, member: string, role: AgencyRole): Promise<MemberChange> {
		return this.#changeMember(agency, member, role === "owner", async (transaction) => {
			await transaction.updateTable("member").set({ role }).where("id", "=", member).execute();
		});
	}

	remove(agency: string, member: string): Promise<MemberChange> {
		return this.#changeMember(agency, member, false, async (transaction) => {
			await transaction.deleteFrom("member").where("id", "=", member).execute();
		});
	}

	/** Passes sole ownership to the first editor, else viewer. @returns agencies without other members, not left */
	async leaveAll(account: string): Promise<readonly Agency[]> {
		const alone: Agency[] = [];
		for (const { id, slug, name } of await this.#rowsOf(account))
			if ((await this.#leave(id, account)) === "alone") alone.push({ id, slug, name });
		return alone;
	}

	async #memberships(account: string, slug?: string): Promise<Membership[]> {
		const { mayDo } = await import("./agency-access.ts");
		const found: Membership[] = [];
		for (const { role, id, name, ...row } of await this.#rowsOf(account, slug))
			if (isAgencyRole(role) && (await ownsSlug(row, this.#brands)))
				found.push({ agency: { id, slug: row.slug, name }, account, role, may: (action) => mayDo(role, action) });
		return found;
	}

	#rowsOf(account: string, slug?: string) {
		return this.#database.sql
			.selectFrom("member")
			.innerJoin("organization", "organization.id", "member.organizationId")
			.where("member.userId", "=", account)
			.$if(slug !== undefined, (query) => query.where("organization.slug", "=", slug ?? ""))
			.orderBy("organization.name")
			.orderBy("organization.slug")
			.select(["organization.id", "organization.slug", "organization.name", "organization.metadata", "member.role"])
			.execute();
	}

	/** Serializes changes to an agency's members. */
	#changeMember(
		agency: string,
		member: string,
		staysOwner: boolean,
		write: (transaction: Database["sql"]) => Promise<void>,
	): Promise<MemberChange> {
		const { sql, kind } = this.#database;
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

	#leave(agency: string, account: string): Promise<"alone" | "goes-on"> {
		const { sql, kind } = this.#database;
		return sql.transaction().execute(async (transaction) => {
			const members = await lockedMembers(transaction, kind, agency);
			const left = members.filter(({ userId }) => userId !== account);
			const heir = left.find(({ role }) => role === "editor") ?? left.at(0);
			if (!heir) return "alone";
			const own = transaction.deleteFrom("member").where("organizationId", "=", agency);
			await own.where("userId", "=", account).execute();
			if (!left.some(({ role }) => role === "owner"))
				await transaction.updateTable("member").set({ role: "owner" }).where("id", "=", heir.id).execute();
			return "goes-on";
		});
	}
}

/** In order of joining. SQLite serializes transactions; on Postgres this locks the agency's row. */
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
