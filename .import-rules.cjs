// Which room may import which; docs/architecture.md explains the rows. Read by .dependency-cruiser.cjs, which enforces it, and by its test.
const MAY_IMPORT = {
	core: [],
	config: ["core"],
	log: ["core"],
	net: ["core"],
	store: ["core"],
	queue: ["store"],
	evidence: ["net", "core"],
	checks: ["core"],
	tools: ["core"],
	audit: ["checks", "evidence", "net", "config", "core"],
	receipts: ["audit", "checks", "net", "log", "store", "config", "core"],
	rescan: ["receipts", "audit", "queue", "log", "config", "core"],
	site: ["receipts", "log", "config", "checks", "core"],
	browser: ["site", "log", "core"],
	server: ["site", "receipts", "audit", "checks", "tools", "store", "config", "core"],
	cli: ["server", "site", "rescan", "receipts", "audit", "checks", "log", "store", "config", "core"],
	// Of Astro's own folders dependency-cruiser sees the .ts files; .biome.json holds the same rows for .astro.
	styles: [],
	components: ["browser", "site", "receipts", "checks", "log", "styles", "core"],
	layouts: ["components", "site", "styles", "core"],
	pages: ["layouts", "components", "browser", "server", "site", "receipts", "checks", "config", "styles", "core"],
};
/** What tests and test kits of a room may import besides: what makes their input, or judges their output. */
const TESTS_MAY_ALSO = {
	checks: ["evidence", "net"],
	evidence: ["config", "log"],
	audit: ["log"],
	server: ["evidence"],
};

/** A package lives in one room; browsers and their judge also in that of the truth, which is measured by them. */
const OWNED_BY = {
	undici: "net",
	"aria-query": "evidence",
	"axe-core": "evidence",
	"playwright-core": "evidence",
	"structured-headers": "evidence",
	yaml: "evidence",
	parse5: "evidence",
	saxes: "evidence",
	canonicalize: "log",
	tldts: "core",
	"ipaddr.js": "net",
	"p-queue": "(evidence|net|rescan|server)",
	"jsonc-parser": "(core|rescan)",
	pino: "server",
	"prom-client": "server",
	kysely: "store",
	pg: "store",
	jose: "server",
	"rate-limiter-flexible": "server",
	"lru-cache": "server",
	send: "server",
	satori: "site",
	"@resvg/resvg-js": "site",
	"@fontsource/source-sans-3": "site",
	"d3-scale": "site",
	"d3-shape": "site",
	feed: "site",
	cheerio: "site",
	aws4fetch: "receipts",
	"@peculiar/asn1-tsp": "receipts",
	"@peculiar/asn1-schema": "receipts",
};

module.exports = { MAY_IMPORT, TESTS_MAY_ALSO, OWNED_BY };
