/** Another machine's clock may run a little ahead of ours: never less than none. */
export function wholeSeconds(ms: number): number {
	return Math.max(0, Math.floor(ms / 1000));
}
