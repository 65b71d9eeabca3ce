/** A route as Astro's `injectRoute` takes it; the entrypoint is a path on this machine. */
export interface SiteRoute {
	readonly pattern: string;
	readonly entrypoint: string;
}
