import { contactEmail } from "#core/agency/contact-link.ts";
import type { Database } from "#store/database.ts";
import type { AgencyBrands } from "../agencies/agency-brands.ts";
import { holdsSlug } from "../agencies/found-agency.ts";
import { OPERATOR } from "./contact-request.ts";

/** Who gets requests. */
export interface Recipient {
	/** Undefined for the operator. */
	readonly name?: string;
	/** None where requests are only listed. */
	readonly emails: readonly string[];
}

/** Owners of an agency that get mail, where it names no address itself. */
const OWNERS_MAILED = 5;

/**
 * @param to slug of an agency, or `OPERATOR`
 * @returns undefined where nobody is called so
 */
export type FindRecipient = (to: string) => Promise<Recipient | undefined>;

/**
 * An agency's contact gets mail where a file of the operator's says it, or where it is the address of a member, who has shown
 * that it is theirs (nobody has an account otherwise): what else an agency says of itself may be anybody's.
 * @param contact how to reach the operator: mail goes there where it is an e-mail address
 */
export function openRecipients(
	{ sql }: Database,
	brands: Pick<AgencyBrands, "brand" | "isFile">,
	contact: string | undefined,
): FindRecipient {
	const operator = contactEmail(contact);
	const ownersOf = async (slug: string) => {
		const rows = await sql
			.selectFrom("organization")
			.innerJoin("member", "member.organizationId", "organization.id")
			.innerJoin("user", "user.id", "member.userId")
			.select(["user.email", "organization.name", "organization.slug", "organization.metadata"])
			.where("organization.slug", "=", slug)
			.where("member.role", "=", "owner")
			.orderBy("member.createdAt")
			.limit(OWNERS_MAILED)
			.execute();
		if (rows[0] && !(await holdsSlug(rows[0], brands))) return { name: undefined, emails: [] };
		return { name: rows[0]?.name, emails: rows.map(({ email }) => email) };
	};
	const isOfMember = async (slug: string, email: string) => {
		const row = await sql
			.selectFrom("user")
			.innerJoin("member", "member.userId", "user.id")
			.innerJoin("organization", "organization.id", "member.organizationId")
			.select("user.id")
			.where("user.email", "=", email.toLowerCase())
			.where("organization.slug", "=", slug)
			.executeTakeFirst();
		return row !== undefined;
	};
	return async (to) => {
		if (to === OPERATOR) return { emails: operator === undefined ? [] : [operator] };
		const [brand, isFile, owners] = await Promise.all([brands.brand(to), brands.isFile(to), ownersOf(to)]);
		const name = brand?.name ?? owners.name;
		if (name === undefined) return undefined;
		const named = contactEmail(brand?.contact);
		const isKnown = named !== undefined && (isFile || (await isOfMember(to, named)));
		return { name, emails: isKnown ? [named] : owners.emails };
	};
}
