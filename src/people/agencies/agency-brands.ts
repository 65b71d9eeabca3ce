import { type AgencyBrand, type AgencyProfile, agencyBrandSchema, agencyProfileSchema } from "#core/agency/agency.ts";
import { Failure } from "#core/failure.ts";
import { brandOf } from "#receipts/agencies/agency-files.ts";
import { type LogoFile, readLogo } from "#receipts/agencies/agency-logo.ts";
import type { Database } from "#store/database.ts";

/** Where brands are read: files of the reports, or rows of the store. Both pass one suite of tests. */
export interface BrandSource {
	/** @param slug any text; undefined where it is no agency's */
	brand(slug: string): Promise<AgencyBrand | undefined>;
	/** Undefined where there is none, and where a server has it as a file of the built site. */
	logo(slug: string): Promise<LogoFile | undefined>;
}

/** Brands of all agencies: a file of the reports wins over the store. */
export interface AgencyBrands extends BrandSource {
	/** Whether an agency's file says the brand, so that nothing of it can be changed here. */
	isFile(slug: string): Promise<boolean>;
	/**
	 * Keeps what an agency says of itself; its logo stays.
	 * @throws Failure `input-invalid` where a file says it
	 */
	saveProfile(slug: string, profile: AgencyProfile): Promise<AgencyBrand>;
	/**
	 * Keeps a logo as it may be shown: SVG written anew without anything that could run or load, PNG without what is no picture.
	 * @throws Failure `input-invalid` for bytes that are no logo, where a file says the brand, and where there is no profile yet
	 */
	saveLogo(slug: string, bytes: Uint8Array): Promise<AgencyBrand>;
	/** @throws Failure `input-invalid` where a file says the brand, and where there is no profile yet */
	removeLogo(slug: string): Promise<AgencyBrand>;
	/** Deletes what the store has of a brand. */
	remove(slug: string): Promise<void>;
}

type Brands = Pick<ReadonlyMap<string, AgencyBrand>, "get">;
type Logos = Pick<ReadonlyMap<string, LogoFile>, "get">;

/** Brands of the reports' files. @param logos none where they are files of the built site */
export function openFileBrands(brands: () => Promise<Brands>, logos?: Logos): BrandSource {
	return {
		brand: async (slug) => (await brands()).get(slug),
		logo: async (slug) => logos?.get(slug),
	};
}

type Sql = Database["sql"];

/** @param files brands that win over those of the store */
export function openAgencyBrands({ sql }: Pick<Database, "sql">, files: BrandSource): AgencyBrands {
	const isFile = async (slug: string) => (await files.brand(slug)) !== undefined;
	const changed = async <T>(slug: string, work: (trx: Sql) => Promise<T>) => {
		if (await isFile(slug)) throw saidByFile(slug);
		return sql.transaction().execute(work);
	};
	const withLogo = (slug: string, logo: LogoFile | undefined) =>
		changed(slug, async (trx) => {
			const kept = await readStored(trx, slug);
			if (!kept) throw noProfile();
			return keep(trx, slug, profileOf(kept.brand), logo);
		});
	return {
		isFile,
		async brand(slug) {
			return (await files.brand(slug)) ?? (await readStored(sql, slug))?.brand;
		},
		async logo(slug) {
			return (await isFile(slug)) ? files.logo(slug) : (await readStored(sql, slug))?.logo;
		},
		saveProfile: (slug, profile) =>
			changed(slug, async (trx) =>
				keep(trx, slug, agencyProfileSchema.parse(profile), (await readStored(trx, slug))?.logo),
			),
		saveLogo: async (slug, bytes) => withLogo(slug, await readLogo(bytes, "The logo")),
		removeLogo: (slug) => withLogo(slug, undefined),
		async remove(slug) {
			await sql.deleteFrom("agency_brand").where("slug", "=", slug).execute();
		},
	};
}

async function readStored(sql: Sql, slug: string) {
	const row = await sql.selectFrom("agency_brand").selectAll().where("slug", "=", slug).executeTakeFirst();
	if (!row) return undefined;
	const brand = agencyBrandSchema.parse(JSON.parse(row.brand));
	const logo = brand.logo && row.logo ? { ...brand.logo, bytes: Uint8Array.from(row.logo) } : undefined;
	return { brand, logo };
}

function profileOf({ slug: _, logo: __, version: ___, ...profile }: AgencyBrand): AgencyProfile {
	return profile;
}

async function keep(trx: Sql, slug: string, profile: AgencyProfile, logo: LogoFile | undefined): Promise<AgencyBrand> {
	const brand = brandOf(slug, profile, logo);
	const row = { brand: JSON.stringify(brand), logo: logo?.bytes ?? null };
	await trx
		.insertInto("agency_brand")
		.values({ slug, ...row })
		.onConflict((conflict) => conflict.column("slug").doUpdateSet(row))
		.execute();
	return brand;
}

function saidByFile(slug: string): Failure {
	return new Failure("input-invalid", {
		what: "The brand cannot be changed here.",
		why: `It is said by the file agencies/${slug}.json of the reports.`,
		todo: "Change the file.",
	});
}

function noProfile(): Failure {
	return new Failure("input-invalid", {
		what: "The logo was not kept.",
		why: "The agency has no profile yet.",
		todo: "Save its name first.",
	});
}

export const BY_OPERATOR = { byOperator: true };

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
