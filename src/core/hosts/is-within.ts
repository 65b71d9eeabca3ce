/** True for the domain itself and every host below it. Both as a URL's `hostname` writes them. */
export function isWithin(host: string, domain: string): boolean {
	return host === domain || host.endsWith(`.${domain}`);
}
