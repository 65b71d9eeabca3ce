/** A media range of an Accept field, with its weight. */
interface AcceptedRange {
	/** A type, or a wildcard in its place or behind its slash; in lower case. */
	readonly range: string;
	/** 0 to 1. */
	readonly weight: number;
	/** Its place in the field. */
	readonly at: number;
}

const MEMBER = /^\s*(?<range>[\w!#$&^.+-]+\/(?:[\w!#$&^.+-]+|\*)|\*\/\*)\s*(?:;.*?\bq=(?<weight>[01](?:\.\d{0,3})?))?/i;

/**
 * The type of several in which a client wants an answer, by its Accept field (RFC 9110 section 12.5.1): the heaviest; of equal
 * ones that which it names before that which a wildcard covers, then the first in its field, then the first of ours. Members
 * that are malformed count as not there; who wants none of them gets the first.
 * @param types in lower case, the usual one first
 */
export function preferredType<const T extends string>(
	accept: string | null | undefined,
	types: readonly [T, ...T[]],
): T {
	if (!accept) return types[0];
	const ranges = accept.split(",").flatMap((member, at): readonly AcceptedRange[] => {
		const { range, weight = "1" } = MEMBER.exec(member)?.groups ?? {};
		return range === undefined ? [] : [{ range: range.toLowerCase(), weight: Number(weight), at }];
	});
	const ranked = types.map((type) => ({ type, ...rankOf(type, ranges) }));
	const [best] = ranked.toSorted((a, b) => b.weight - a.weight || b.named - a.named || (a.named ? a.at - b.at : 0));
	return best && best.weight > 0 ? best.type : types[0];
}

/** What the most exact range that covers a type says of it. */
function rankOf(type: string, ranges: readonly AcceptedRange[]) {
	const [room] = type.split("/");
	const exact = ranges.find(({ range }) => range === type);
	const found =
		exact ?? ranges.find(({ range }) => range === `${room}/*`) ?? ranges.find(({ range }) => range === "*/*");
	return { weight: found?.weight ?? 0, named: exact ? 1 : 0, at: found?.at ?? 0 };
}
