/** The integration of the live routes makes this module in a build. */
declare module "virtual:sightline-embedded" {
	const entries: readonly import("./embedded-publication.ts").EmbeddedEntry[];
	export default entries;
}
