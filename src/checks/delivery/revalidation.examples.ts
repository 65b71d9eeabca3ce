import type { CheckExamples } from "../shared/example.ts";

export const revalidationExamples: CheckExamples = {
	check: "revalidation",
	examples: [
		{ name: "ETag and date", outcome: "pass" },
		{ name: "A date alone", outcome: "pass", headers: { etag: null } },
		{ name: "Neither", outcome: "fail", headers: { etag: null, "last-modified": null } },
		{
			name: "A page that nobody may keep",
			outcome: "not-applicable",
			headers: { "cache-control": "private, no-store", etag: null, "last-modified": null },
		},
		{ name: "A folder, which is not served yet", outcome: "not-applicable", folder: true },
	],
};
