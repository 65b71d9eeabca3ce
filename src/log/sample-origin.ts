/**
 * Whether a log's name lies under `.invalid`, which belongs to nobody (RFC 6761). Logs of samples are named so; their
 * key is public, and anyone could have made what it signs.
 */
export function isSampleOrigin(origin: string): boolean {
	const [host = ""] = origin.toLowerCase().split(/[/:]/);
	return /(^|\.)invalid\.?$/.test(host);
}
