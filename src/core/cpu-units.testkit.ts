/**
 * Time limits that hold on any machine, however busy: processor time of this thread alone, counted in units of what a
 * fixed piece of work takes here. A unit is about a millisecond on a machine of 2026.
 */

const SAMPLE = JSON.stringify(
	Array.from({ length: 3_000 }, (_, at) => ({ at, name: `entry ${at}`, tags: ["a", "b"] })),
);
let unitMicros: number | undefined;

/** Processor time that this thread has used so far; the difference of two calls is what lay between them. */
export function cpuUnits(): number {
	unitMicros ??= measureUnit();
	return threadMicros() / unitMicros;
}

/** Processor time of another thread or process, milliseconds, in the same units. */
export function cpuUnitsOf(ms: number): number {
	unitMicros ??= measureUnit();
	return (ms * 1_000) / unitMicros;
}

function measureUnit(): number {
	// Some systems count in steps of several milliseconds, so many rounds are taken together.
	const rounds = 60;
	const before = threadMicros();
	for (let round = 0; round < rounds; round++) JSON.parse(SAMPLE);
	return Math.max(200, (threadMicros() - before) / rounds);
}

function threadMicros(): number {
	const { user, system } = process.threadCpuUsage();
	return user + system;
}
