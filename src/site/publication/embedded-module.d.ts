/** The integration of the live routes makes this module in a build. */
declare module "virtual:sightline-embedded" {
	const entries: readonly import("./embedded-publication.ts").EmbeddedEntry[];
	export default entries;
}

declare module "virtual:sightline-sample" {
	const stored: import("#core/receipt.ts").StoredReceipt;
	export default stored;
}

/** The integration defines it in a build: the agency of `SIGHTLINE_AGENCY`. */
declare const __INSTALLATION_AGENCY__: import("#core/agency/agency.ts").AgencyBrand | null;
