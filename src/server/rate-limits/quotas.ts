import { Failure } from "#core/failure.ts";
import { DEFAULT_QUOTAS, type Quota, type Quotas } from "./rate-limits.ts";

/** Seconds in each unit of time, the largest first. */
const SECONDS_IN = { h: 3600, m: 60, s: 1 } as const;
const QUOTA_NAMES = Object.keys(DEFAULT_QUOTAS) as (keyof Quotas)[];
const MOST_UNITS = 1_000_000;
const LONGEST_WINDOW = 86_400;

/**
 * Reads limits such as `burst=5/10s audit=30/1h`: units in a window of seconds, minutes or hours. What is not named
 * keeps the usual quota.
 * @throws Failure `input-invalid` naming the part that is wrong
 */
export function readQuotas(text: string | undefined): Quotas {
	const given = new Map<keyof Quotas, Quota>();
	for (const part of text?.split(/[\s,]+/).filter(Boolean) ?? []) {
		const [name, quota] = readPart(part);
		if (given.has(name)) throw wrong(part, `is the second quota named ${name}`);
		given.set(name, quota);
	}
	return { ...DEFAULT_QUOTAS, ...Object.fromEntries(given) };
}

/** The text that `readQuotas` reads as these quotas. */
export function quotaText(quotas: Quotas): string {
	return QUOTA_NAMES.map((name) => `${name}=${quotas[name].units}/${windowText(quotas[name].windowSeconds)}`).join(" ");
}

function readPart(part: string): [keyof Quotas, Quota] {
	const written = /^([^=]+)=(\d+)\/(\d+)([hms])$/.exec(part);
	if (written === null) throw wrong(part, "is no quota");
	const name = QUOTA_NAMES.find((known) => known === written[1]);
	if (name === undefined) throw wrong(part, `names no quota; there are ${QUOTA_NAMES.join(", ")}`);
	const units = Number(written[2]);
	if (units < 1 || units > MOST_UNITS) throw wrong(part, `must allow 1 to ${MOST_UNITS} units`);
	const windowSeconds = Number(written[3]) * SECONDS_IN[written[4] as keyof typeof SECONDS_IN];
	if (windowSeconds < 1 || windowSeconds > LONGEST_WINDOW) throw wrong(part, "must have a window of 1s to 24h");
	return [name, { units, windowSeconds }];
}

function windowText(seconds: number): string {
	const [unit, length] = Object.entries(SECONDS_IN).find(([, each]) => seconds % each === 0) ?? ["s", 1];
	return `${seconds / length}${unit}`;
}

function wrong(part: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: "SIGHTLINE_LIMITS is not usable.",
		why: `${JSON.stringify(part)} ${why}.`,
		todo: `Write them such as ${quotaText(DEFAULT_QUOTAS)}.`,
	});
}
