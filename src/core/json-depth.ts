/** More than this nobody needs who sends or publishes data for us; what is deeper could end programs that walk it. */
export const DEPTH_MAX = 32;

/** Whether a value read from JSON has arrays or objects within each other on more levels than that. */
export function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}
