/** Whether the host is the domain or a subdomain. Both in the form of a URL's `hostname`. */
export function isWithin(host: string, domain: string): boolean {
	return host === domain || host.endsWith(`.${domain}`);
}
