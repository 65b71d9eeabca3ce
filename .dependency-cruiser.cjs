// Rules derived from the two tables of .import-rules.cjs.
const { MAY_IMPORT, TESTS_MAY_ALSO, OWNED_BY } = require("./.import-rules.cjs");

const rooms = Object.keys(MAY_IMPORT);

/** Test files beside their source: judged by what they may see, not by what ships. */
const TEST_FILE = "[.](test|testkit|contract)[.]ts$";

const reach = (room, ...more) => [room, ...MAY_IMPORT[room], ...more].join("|");

const layers = rooms.flatMap((room) => [
	{
		name: `${room}-imports`,
		comment: `src/${room} may import ${MAY_IMPORT[room].join(", ") || "no other room"}.`,
		severity: "error",
		from: { path: `^src/${room}/`, pathNot: "[.](test|testkit|contract)[.]ts$" },
		to: { path: "^src/", pathNot: `^src/(${reach(room, ...(room === "checks" ? ["evidence"] : []))})/` },
	},
	{
		name: `${room}-test-imports`,
		comment: `Tests of src/${room} import what it may import, and test kits.`,
		severity: "error",
		from: { path: `^src/${room}/.*${TEST_FILE}` },
		to: { path: "^src/", pathNot: [`^src/(${reach(room, ...(TESTS_MAY_ALSO[room] ?? []))})/`, TEST_FILE] },
	},
]);

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
		{
			name: "checks-imports",
			comment: "Checks name the types of evidence, never its code.",
			severity: "error",
			from: { path: "^src/checks/", pathNot: TEST_FILE },
			to: { path: "^src/evidence/", dependencyTypesNot: ["type-only"] },
		},
		{
			name: "no-test-kit-in-production",
			severity: "error",
			from: { path: "^(src|jobs)/", pathNot: TEST_FILE },
			to: { path: [TEST_FILE, "^test/"] },
		},
		{
			name: "test-kits-stay-with-their-room",
			comment: "A room's test kit serves any test, so it needs no whole program; published vectors are plain data.",
			severity: "error",
			from: { path: "^src/.*[.](testkit|contract)[.]ts$" },
			to: { path: "^test/", pathNot: "^test/vectors/" },
		},
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
			from: { path: "^src/(browser|log/tlog)/", pathNot: "[.](test|testkit)[.]ts$" },
			to: { dependencyTypes: ["core"] },
		},
		{
			name: "browsers-take-the-formats-alone",
			comment: "Of the log, readers' browsers run its formats and proofs, which import nothing of ours but core.",
			severity: "error",
			from: { path: "^src/(browser|log/tlog)/", pathNot: "[.](test|testkit)[.]ts$" },
			to: { path: "^src/(log/(?!tlog/)|receipts|audit|net|store|config)" },
		},
		{
			name: "jobs-import",
			severity: "error",
			from: { path: "^jobs/" },
			to: {
				path: "^src/",
				pathNot: "^src/(access-logs|checks|cli|evidence|log|pages|receipts|rescan|site|config|core)/",
			},
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
