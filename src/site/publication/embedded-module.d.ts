/** Generated in a build by the integration of the live routes. */
declare module "virtual:sightline-embedded" {
	const entries: readonly import("./embedded-publication.ts").EmbeddedEntry[];
	export default entries;
}

declare module "virtual:sightline-sample" {
	const stored: import("#core/receipt.ts").StoredReceipt;
	export default stored;
}

/** Defined in a build: the agency of `SIGHTLINE_AGENCY`. */
declare const __INSTALLATION_AGENCY__: import("#core/agency/agency.ts").AgencyBrand | null;
