/** A foreign address as a link target; undefined for anything but http and https, so that no script hides in it. */
export function externalLink(url: string): string | undefined {
	return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}
