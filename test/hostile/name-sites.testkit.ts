/** Names that resolve to internal addresses, to none, or slowly. */

import { type HostileSite, inPage, numbered, site } from "./hostile-site.testkit.ts";

const waits = { waits: true } as const;
const PUBLIC = "93.184.100.0";
const MANY = Array.from({ length: 200 }, (_, at) => `93.185.${at}.1`);

export const NAME_SITES: readonly HostileSite[] = [
	site("name-silent", {}, { names: "silent", ...waits }),
	site("name-slow", {}, { names: "slow", ...waits }),
	site("name-half-silent", {}, { names: "half-silent", ...waits }),
	site("name-not-found", {}, { addresses: [] }),
	site("name-refused", {}, { names: "refused" }),
	site("name-server-failure", {}, { names: "server-failure" }),
	site("name-garbage", {}, { names: "garbage", ...waits }),
	site("name-other-id", {}, { names: "other-id", ...waits }),
	site("name-other-case", {}, { names: "other-case" }),
	site("name-other-name", {}, { names: "other-name" }),
	site("name-cut", {}, { names: "cut" }),
	site("name-pointer-loop", {}, { names: "pointer-loop" }),
	site("name-alias-loop", {}, { names: "alias-loop" }),
	site("name-alias-chain", {}, { names: "alias-chain" }),
	site("name-200-addresses", {}, { addresses: MANY, ...waits }),
	site("name-private", {}, { addresses: ["10.0.0.5"] }),
	site("name-mixed", {}, { addresses: [PUBLIC, "10.0.0.5"] }),
	site("name-loopback-six", {}, { addresses: ["::1"] }),
	site("name-rebinds", {}, { addresses: [[PUBLIC], ["127.0.0.1"]] }),
	site("name-rebinds-each-time", {}, { addresses: [[PUBLIC], [PUBLIC], ["169.254.169.254"], [PUBLIC], ["::1"]] }),
	inPage(
		"names-500-silent",
		() =>
			numbered(
				500,
				(at) =>
					`<a href="https://n${at}.silent.example.com/">n${at}</a><link rel=service-desc href="https://d${at}.silent.example.com/api.json">`,
			),
		{ mode: "deep", ...waits },
	),
	inPage(
		"names-500-not-found",
		() =>
			numbered(
				500,
				(at) =>
					`<a href="https://n${at}.names.example.com/">n${at}</a><link rel=service-desc href="https://d${at}.names.example.com/api.json">`,
			),
		{ mode: "deep" },
	),
];
