import type { CheckExamples } from "../shared/example.ts";

export const httpsExamples: CheckExamples = {
	check: "https",
	examples: [
		{ name: "A trusted certificate", outcome: "pass" },
		{
			name: "It has expired",
			outcome: "fail",
			files: {
				"/robots.txt": { badCertificate: "CERT_HAS_EXPIRED", body: "" },
				"/": { badCertificate: "CERT_HAS_EXPIRED" },
			},
		},
		{
			name: "It is made out to another name",
			outcome: "fail",
			files: {
				"/robots.txt": { badCertificate: "ERR_TLS_CERT_ALTNAME_INVALID", body: "" },
				"/": { badCertificate: "ERR_TLS_CERT_ALTNAME_INVALID" },
			},
		},
		{
			name: "The server leaves out its intermediate certificate",
			outcome: "partial",
			files: {
				"/robots.txt": { badCertificate: "incomplete-chain", body: "" },
				"/": { badCertificate: "incomplete-chain" },
			},
		},
		{ name: "A folder, which has no certificate", outcome: "not-applicable", folder: true },
	],
};
