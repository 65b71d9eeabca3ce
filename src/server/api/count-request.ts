import { type Holder, isOfAddress, type PolicyName, type RateLimits, type Taken } from "../rate-limits/rate-limits.ts";
import type { Call, Endpoint, Identity } from "./endpoint.ts";
import { Rejection } from "./rejection.ts";

/** A request while it is counted. */
export interface CountedRequest {
	readonly endpoint: Pick<Endpoint, "isAlwaysAnswered">;
	/** Limits it was counted in so far, each as it was last. */
	readonly taken: Taken[];
	/** Absent until credentials were checked. */
	readonly identity?: Identity;
}

/** Whether a token's quota counts, or that of an account. */
export function holderOf({ kind }: Identity): Holder | undefined {
	if (kind === "token") return "token";
	return kind === "anonymous" ? undefined : "key";
}

/**
 * Counts a request by who asks, or by the address where the limit is one of addresses, and refuses it where nothing is left.
 * @param address what its address is counted by
 * @throws Rejection `rate-limited`, from the function that it returns
 */
export function countRequest(limits: RateLimits, request: CountedRequest, address: string): Call["take"] {
	return async (policy, units = 1) => {
		const { identity, endpoint, taken } = request;
		const who = isOfAddress(policy) ? undefined : identity;
		const now = await takeFrom(limits, { policy, units, who, address });
		const before = taken.findIndex((one) => one.policy === policy);
		taken[before === -1 ? taken.length : before] = now;
		if (!now.allowed && !endpoint.isAlwaysAnswered) throw usedUp(now);
	};
}

interface Asked {
	readonly policy: PolicyName;
	readonly units: number;
	readonly who: Identity | undefined;
	readonly address: string;
}

function takeFrom(limits: RateLimits, { policy, units, who, address }: Asked): Promise<Taken> {
	if (!who || who.kind === "anonymous") return limits.take(policy, address, { units });
	const options = { units, holder: holderOf(who) };
	if (who.kind !== "token") return limits.take(policy, who.key, options);
	return takeTwice(limits, policy, [address, who.key], options);
}

/**
 * Who registered is counted by address first, together with all others who ask from there by what they registered: registering often
 * gains nothing.
 * @returns the counter that has least left
 */
async function takeTwice(
	limits: RateLimits,
	policy: PolicyName,
	[address, key]: readonly [string, string],
	options: Parameters<RateLimits["take"]>[2],
): Promise<Taken> {
	const ofAddress = await limits.take(policy, address, options);
	if (!ofAddress.allowed) return ofAddress;
	const own = await limits.take(policy, key, options);
	return own.remaining < ofAddress.remaining || !own.allowed ? own : ofAddress;
}

function usedUp({ policy, quota, resetSeconds }: Taken): Rejection {
	return new Rejection("rate-limited", {
		detail:
			`Too many requests: the limit "${policy}" allows ${quota.units} in ${quota.windowSeconds} seconds. ` +
			`Wait ${resetSeconds} seconds and try again.`,
		violatedPolicies: [policy],
		headers: { "Retry-After": String(resetSeconds) },
	});
}
