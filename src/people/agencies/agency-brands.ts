import { type AgencyBrand, type AgencyProfile, agencyBrandSchema, agencyProfileSchema } from "#core/agency/agency.ts";
import { Failure } from "#core/failure.ts";
import { brandOf } from "#receipts/agencies/agency-files.ts";
import { type LogoFile, readLogo } from "#receipts/agencies/agency-logo.ts";
import type { Database } from "#store/database.ts";

/** Brand files in the reports or rows in the store. Both pass the same contract tests. */
export interface BrandSource {
	brand(slug: string): Promise<AgencyBrand | undefined>;
	/** Undefined if there is none, or if it is a file of the built site. */
	logo(slug: string): Promise<LogoFile | undefined>;
}

type Brands = Pick<ReadonlyMap<string, AgencyBrand>, "get">;
type Logos = Pick<ReadonlyMap<string, LogoFile>, "get">;

export class FileBrands implements BrandSource {
	readonly #brands: () => Promise<Brands>;
	readonly #logos: Logos | undefined;

	constructor(brands: () => Promise<Brands>, logos?: Logos) {
		this.#brands = brands;
		this.#logos = logos;
	}

	async brand(slug: string): Promise<AgencyBrand | undefined> {
		return (await this.#brands()).get(slug);
	}

	async logo(slug: string): Promise<LogoFile | undefined> {
		return this.#logos?.get(slug);
	}
}

type Sql = Database["sql"];

/** A file in the reports takes precedence over the store. */
export class AgencyBrands implements BrandSource {
	readonly #sql: Sql;
	readonly #files: BrandSource;

	constructor({ sql }: Pick<Database, "sql">, files: BrandSource) {
		this.#sql = sql;
		this.#files = files;
	}

	/** Whether the brand is a file and so read-only here. */
	async isFile(slug: string): Promise<boolean> {
		return (await this.#files.brand(slug)) !== undefined;
	}

	async brand(slug: string): Promise<AgencyBrand | undefined> {
		return (await this.#files.brand(slug)) ?? (await readStored(this.#sql, slug))?.brand;
	}

	async logo(slug: string): Promise<LogoFile | undefined> {
		return (await this.isFile(slug)) ? this.#files.logo(slug) : (await readStored(this.#sql, slug))?.logo;
	}

	/** Keeps the logo. @throws Failure `input-invalid` if the brand is a file */
	saveProfile(slug: string, profile: AgencyProfile): Promise<AgencyBrand> {
		return this.#changed(slug, async (trx) =>
			keep(trx, slug, agencyProfileSchema.parse(profile), (await readStored(trx, slug))?.logo),
		);
	}

	/** @throws Failure `input-invalid` for an invalid logo, if the brand is a file, or without a profile */
	async saveLogo(slug: string, bytes: Uint8Array): Promise<AgencyBrand> {
		return this.#withLogo(slug, await readLogo(bytes, "The logo"));
	}

	/** @throws Failure `input-invalid` if the brand is a file, or without a profile */
	removeLogo(slug: string): Promise<AgencyBrand> {
		return this.#withLogo(slug, undefined);
	}

	async remove(slug: string): Promise<void> {
		await this.#sql.deleteFrom("agency_brand").where("slug", "=", slug).execute();
	}

	#withLogo(slug: string, logo: LogoFile | undefined): Promise<AgencyBrand> {
		return this.#changed(slug, async (trx) => {
			const kept = await readStored(trx, slug);
			if (!kept)
				throw new Failure("input-invalid", {
					what: "The logo was not saved.",
					why: "The agency has no profile yet.",
					todo: "Save its name first.",
				});
			return keep(trx, slug, profileOf(kept.brand), logo);
		});
	}

	async #changed<T>(slug: string, work: (trx: Sql) => Promise<T>): Promise<T> {
		if (await this.isFile(slug))
			throw new Failure("input-invalid", {
				what: "The brand cannot be changed here.",
				why: `The file agencies/${slug}.json of the reports sets it.`,
				todo: "Change the file.",
			});
		return this.#sql.transaction().execute(work);
	}
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

export const BY_OPERATOR = { byOperator: true };

/** A brand file added later may take a slug from its founders; its leads and briefs then belong to another agency. */
export async function ownsSlug(
	{ slug, metadata }: { readonly slug: string; readonly metadata: string | null },
	brands: Pick<AgencyBrands, "isFile">,
): Promise<boolean> {
	return metadata === JSON.stringify(BY_OPERATOR) || !(await brands.isFile(slug));
}
