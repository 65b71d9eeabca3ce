import type { CheckExamples } from "../shared/example.ts";

export const compressionExamples: CheckExamples = {
	check: "compression",
	examples: [
		{ name: "gzip", outcome: "pass" },
		{ name: "Brotli", outcome: "pass", headers: { "content-encoding": "br" } },
		{
			name: "A long page as it is",
			outcome: "fail",
			headers: { "content-encoding": null },
			files: { "/": { padding: 12_000 } },
		},
		{ name: "A short page as it is", outcome: "not-applicable", headers: { "content-encoding": null } },
		{ name: "A folder, which is not served yet", outcome: "not-applicable", folder: true },
	],
};
