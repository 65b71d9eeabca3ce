import { createHash } from "node:crypto";
import { Failure } from "#core/failure.ts";
import { siteOf } from "#core/target.ts";
import type { Watchlist } from "./watchlist-file.ts";

/** A share of a watchlist for a machine without a database in common: the first of four is `1/4`. */
export interface Shard {
	readonly number: number;
	readonly of: number;
}

const MOST_SHARDS = 256;

/** @throws Failure `input-invalid` */
export function readShard(text: string): Shard {
	const [, number = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
	if (number >= 1 && number <= of && of <= MOST_SHARDS) return { number, of };
	throw new Failure("input-invalid", {
		what: `--shard is "${text}".`,
		why: `It takes the number of the shard and how many there are, at most ${MOST_SHARDS}.`,
		todo: "Give --shard 1/4 to the first of four machines.",
	});
}

/** What a shard has of a watchlist. */
export function shareOf({ sites, faults }: Watchlist, shard: Shard): Watchlist {
	const isOurs = ({ domain }: { readonly domain: string }) => isInShard(domain, shard);
	return { sites: sites.filter(isOurs), faults: faults.filter(isOurs) };
}

/** All hosts of one registrable domain are in one shard, so that no site is asked by two machines at once. */
function isInShard(domain: string, { number, of }: Shard): boolean {
	const digest = createHash("sha256").update(siteOf(domain)).digest();
	return digest.readUInt32BE() % of === number - 1;
}
