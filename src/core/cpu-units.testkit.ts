/**
 * Time limits that hold on any machine under any load: CPU time of this thread, in units of a fixed piece of work
 * measured here. A unit is about a millisecond on a machine of 2026.
 */

const SAMPLE = JSON.stringify(
	Array.from({ length: 3_000 }, (_, at) => ({ at, name: `entry ${at}`, tags: ["a", "b"] })),
);
let unitMicros: number | undefined;

/** CPU time of this thread so far; subtract two results. */
export function cpuUnits(): number {
	unitMicros ??= measureUnit();
	return threadMicros() / unitMicros;
}

/** Converts milliseconds of CPU time of another thread or process. */
export function cpuUnitsOf(ms: number): number {
	unitMicros ??= measureUnit();
	return (ms * 1_000) / unitMicros;
}

function measureUnit(): number {
	// Some systems count in steps of several milliseconds, so measure many rounds at once.
	const rounds = 60;
	const before = threadMicros();
	for (let round = 0; round < rounds; round++) JSON.parse(SAMPLE);
	return Math.max(200, (threadMicros() - before) / rounds);
}

function threadMicros(): number {
	const { user, system } = process.threadCpuUsage();
	return user + system;
}
