/**
 * What a warning earns: half where nothing of what was asked for is there, more with each part that is. Never all of
 * it, since then nothing would be wrong.
 */
export function warnRatio(present: number, asked: number): number {
	return 0.5 + 0.5 * (asked === 0 ? 0 : Math.min(present, asked) / asked);
}
