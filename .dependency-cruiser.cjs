// Which room may import which; docs/architecture.md explains the rows. Rules are derived from these two tables.
const MAY_IMPORT = {
	core: [],
	log: ["core"],
	signing: ["core"],
	net: ["signing", "core"],
	evidence: ["net", "signing", "core"],
	checks: ["core"],
	engine: ["checks", "evidence", "core"],
	store: ["core"],
	queue: ["store", "core"],
	receipts: ["log", "store", "core"],
	render: ["core"],
	browser: ["render", "log", "core"],
	cli: ["render", "core"],
	tools: ["core"],
	auth: ["store", "net", "signing", "core"],
	api: ["engine", "receipts", "render", "auth", "tools", "store", "core"],
	truth: ["engine", "checks", "evidence", "net", "log", "core"],
	app: [
		"api",
		"auth",
		"cli",
		"engine",
		"checks",
		"evidence",
		"net",
		"receipts",
		"queue",
		"store",
		"tools",
		"render",
		"log",
		"signing",
		"core",
	],
};
/** A package lives in one room; browsers and their judge also in that of the truth, which is measured by them. */
const OWNED_BY = {
	undici: "net",
	"aria-query": "evidence",
	"axe-core": "(evidence|truth)",
	"playwright-core": "(evidence|truth)",
	"structured-headers": "evidence",
	yaml: "evidence",
	lighthouse: "truth",
	parse5: "evidence",
	saxes: "evidence",
	canonicalize: "log",
	tldts: "core",
	"ipaddr.js": "net",
	"p-queue": "(evidence|app)",
	"jsonc-parser": "app",
	pino: "app",
	"prom-client": "app",
	kysely: "store",
	pg: "store",
	jose: "auth",
	"rate-limiter-flexible": "api",
	sirv: "app",
	satori: "render",
	"@resvg/resvg-js": "render",
	"@fontsource/source-sans-3": "render",
	"d3-scale": "render",
	"d3-shape": "render",
	feed: "render",
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
	from: { path: "^(src|jobs)/", pathNot: [`^src/${room}/`, "^jobs/test[.]ts$", "[.](test|testkit)[.]ts$"] },
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
			to: { path: "^src/", pathNot: "^src/(app|cli|core|truth)/" },
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
