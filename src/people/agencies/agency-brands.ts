import type { AgencyBrand, AgencyLogo, AgencyProfile } from "#core/agency.ts";

export interface LogoFile extends AgencyLogo {
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where brands are read: files of the reports, or rows of the store. Both pass one suite of tests. */
export interface BrandSource {
	/** @param slug any text; undefined where it is no agency's */
	brand(slug: string): Promise<AgencyBrand | undefined>;
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
	 * @returns the brand; undefined where there is no profile yet
	 * @throws Failure `input-invalid` for bytes that are no logo, or where a file says the brand
	 */
	saveLogo(slug: string, bytes: Uint8Array): Promise<AgencyBrand | undefined>;
	/** @throws Failure `input-invalid` where a file says the brand */
	removeLogo(slug: string): Promise<AgencyBrand | undefined>;
	/** Deletes what the store has of an agency: brand, logo, briefs. */
	remove(slug: string): Promise<void>;
}
