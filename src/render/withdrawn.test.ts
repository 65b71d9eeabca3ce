import { expect, test } from "vitest";
import type { Removal } from "#core/notice.ts";
import { withdrawnPaths, withdrawnReceipts } from "./withdrawn.ts";

const removal = (domain: string, receipts: Removal["receipts"], at: string): Removal => ({
	kind: "removal",
	domain,
	receipts,
	at,
	proof: { place: "dns", found: "sightline-remove=all" },
});

test("a domain that was asked for twice has one page, which names the newer request", () => {
	const [first, second] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"].map((at) =>
		removal("a.example", "all", at),
	);
	if (!first || !second) throw new Error("unreachable");
	expect(withdrawnPaths([first, second])).toEqual([{ params: { slug: "a.example" }, props: { removal: second } }]);
});

test("single receipts have a page each; corrections and whole domains have none here", () => {
	const [one, two] = ["1".repeat(64), "2".repeat(64)];
	const at = "2026-01-01T00:00:00.000Z";
	const notices = [
		removal("a.example", [one ?? "", two ?? ""], at),
		removal("a.example", [two ?? ""], at),
		removal("b.example", "all", at),
		{ kind: "correction" as const, receipt: one ?? "", at, says: "It was wrong." },
	];
	expect(withdrawnReceipts({ notices }).map(({ id }) => id)).toEqual([one, two]);
});
