import { agencySlugSchema } from "#core/agency/agency.ts";
import { agencySlugOf, freeSlug } from "#core/agency/agency-slug.ts";
import { Failure } from "#core/failure.ts";
import type { Database } from "#store/database.ts";
import type { AgencyBrands } from "./agency-brands.ts";
import type { Agency } from "./members.ts";

/** What of better-auth's API is called here. */
export interface FoundingApi {
	createOrganization(call: {
		readonly body: {
			readonly name: string;
			readonly slug: string;
			readonly userId: string;
			readonly metadata?: Readonly<Record<string, unknown>>;
		};
	}): Promise<{ readonly id: string }>;
}

interface FoundingParts {
	readonly database: Pick<Database, "sql">;
	readonly brands: Pick<AgencyBrands, "isFile">;
	readonly api: () => Promise<FoundingApi>;
	/** The operator alone may found what a file of the reports is about. */
	readonly byOperator: boolean;
}

const BY_OPERATOR = { byOperator: true };

/**
 * Whether an organization is the agency that its slug names. A file of the reports may come later than an organization
 * that somebody else has founded: it is about another agency, whose leads and briefs are none of theirs.
 */
export async function holdsSlug(
	{ slug, metadata }: { readonly slug: string; readonly metadata: string | null },
	brands: Pick<AgencyBrands, "isFile">,
): Promise<boolean> {
	return metadata === JSON.stringify(BY_OPERATOR) || !(await brands.isFile(slug));
}

/** @param account id of its owner */
export async function foundAgency(
	{ database, brands, api, byOperator }: FoundingParts,
	account: string,
	{ name, slug }: { readonly name: string; readonly slug?: string | undefined },
): Promise<Agency> {
	const isTaken = async (tried: string) =>
		(!byOperator && (await brands.isFile(tried))) || (await isFounded(database, tried));
	const chosen = slug === undefined ? await freeSlug(spelled(name), isTaken) : checkedSlug(slug);
	if (slug !== undefined && (await isTaken(chosen))) throw taken();
	const { createOrganization } = await api();
	try {
		const { id } = await createOrganization({
			body: { name, slug: chosen, userId: account, ...(byOperator && { metadata: BY_OPERATOR }) },
		});
		return { id, name, slug: chosen };
	} catch (error) {
		const code = authCode(error);
		if (code === "ORGANIZATION_ALREADY_EXISTS") throw taken();
		if (code === "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS") {
			const what = "You belong to as many agencies as one account may.";
			throw new Failure("input-invalid", { what, todo: "Leave or delete one of them first." });
		}
		throw error;
	}
}

function spelled(name: string): string {
	const slug = agencySlugOf(name);
	if (slug !== "") return slug;
	const what = "Nothing of the name can be spelled in Latin letters.";
	throw new Failure("input-invalid", { what, todo: "Write a short name of Latin letters and digits." });
}

function checkedSlug(slug: string): string {
	const read = agencySlugSchema.safeParse(slug);
	if (read.success) return read.data;
	throw new Failure("input-invalid", { what: `The short name ${read.error.issues[0]?.message}.` });
}

function taken(): Failure {
	return new Failure("input-invalid", { what: "This short name is taken.", todo: "Choose another one." });
}

async function isFounded({ sql }: Pick<Database, "sql">, slug: string): Promise<boolean> {
	return (await sql.selectFrom("organization").where("slug", "=", slug).select("id").executeTakeFirst()) !== undefined;
}

/** Why better-auth refused, as its code; undefined for what is no refusal of it. */
export function authCode(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("body" in error)) return undefined;
	const { body } = error;
	return typeof body === "object" && body !== null && "code" in body ? String(body.code) : undefined;
}
