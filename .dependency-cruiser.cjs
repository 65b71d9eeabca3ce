// Which room may import which; docs/architecture.md explains the rows. Rules are derived from these two tables.
const MAY_IMPORT = {
	core: [],
	config: ["core"],
	log: ["core"],
	net: ["core"],
	store: ["core"],
	queue: ["store", "core"],
	evidence: ["net", "core"],
	checks: ["core"],
	tools: ["core"],
	audit: ["checks", "evidence", "net", "config", "core"],
	receipts: ["audit", "checks", "net", "log", "store", "config", "core"],
	rescan: ["receipts", "audit", "queue", "log", "config", "core"],
	site: ["receipts", "log", "config", "checks", "core"],
	browser: ["site", "log", "core"],
	server: ["site", "receipts", "audit", "checks", "tools", "store", "net", "config", "core"],
	cli: ["server", "site", "rescan", "receipts", "audit", "checks", "net", "log", "store", "config", "core"],
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
	"p-queue": "(evidence|rescan|server)",
	"jsonc-parser": "(core|rescan)",
	pino: "server",
	"prom-client": "server",
	kysely: "store",
	pg: "store",
	jose: "server",
	"rate-limiter-flexible": "server",
	sirv: "server",
	satori: "site",
	"@resvg/resvg-js": "site",
	"@fontsource/source-sans-3": "site",
	"d3-scale": "site",
	"d3-shape": "site",
	feed: "site",
	"@peculiar/asn1-tsp": "receipts",
	"@peculiar/asn1-schema": "receipts",
};
const rooms = Object.keys(MAY_IMPORT);

const layers = rooms.map((room) => ({
	name: `${room}-imports`,
	comment: `src/${room} may import ${MAY_IMPORT[room].join(", ") || "no other room"}.`,
	severity: "error",
	from: { path: `^src/${room}/`, pathNot: "[.](test|testkit|contract)[.]ts$" },
	to: {
		path: "^src/",
		pathNot: `^src/(${[room, ...MAY_IMPORT[room]].join("|")})/`,
		// checks name the types of evidence, never its code
		...(room === "checks" ? { dependencyTypesNot: ["type-only"] } : {}),
	},
}));

const owners = Object.entries(OWNED_BY).map(([pkg, room]) => ({
	name: `${pkg}-lives-in-${room.replace(/\W+/g, "-")}`,
	severity: "error",
	from: { path: "^(src|jobs)/", pathNot: [`^src/${room}/`, "^test/", "[.](test|testkit)[.]ts$"] },
	to: { path: `^node_modules/${pkg}/` },
}));

module.exports = {
	forbidden: [
		{
			name: "no-cycles",
			severity: "error",
			from: {},
			to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
		},
		...layers,
		...owners,
		{
			name: "checks-are-pure",
			severity: "error",
			from: { path: "^src/(checks|core)/", pathNot: "[.](test|examples)[.]ts$" },
			to: { dependencyTypes: ["core"], pathNot: "^(node:)?url$" },
		},
		{
			name: "browsers-lack-node",
			comment: "What readers' browsers run uses no module of Node.",
			severity: "error",
			from: { path: "^src/(browser|log)/", pathNot: "[.](test|testkit)[.]ts$" },
			to: { dependencyTypes: ["core"] },
		},
		{
			name: "jobs-import",
			severity: "error",
			from: { path: "^jobs/" },
			to: { path: "^src/", pathNot: "^src/(cli|receipts|rescan|config|core)/" },
		},
	],
	options: {
		doNotFollow: { path: "node_modules" },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: "tsconfig.json" },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["import", "require", "node", "default", "types"],
		},
	},
};
