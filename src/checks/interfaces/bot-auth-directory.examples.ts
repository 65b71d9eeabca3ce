import type { CheckExamples, ExampleAnswer } from "../shared/example.ts";

const PATH = "/.well-known/http-message-signatures-directory";
const TYPE = "application/http-message-signatures-directory+json";
const KID = "6stH9wo-01_xNfD2i0YJLy_-dot5nph9b8aYaz8YDSk";
const KEY = { kty: "OKP", crv: "Ed25519", kid: KID, x: "1e93KmUpwi10yDcz5tHYZ1NPpNJxSQSvQQ1hLob4lfc", use: "sig" };

/** Signed from 20 to 28 November 2026, for example.com or for another host. */
const PROOF = {
	"content-digest": "sha-256=:d+sclB05NpR1gWvqH/tEe6KZ9J2QA6OYi+L8yNy46SE=:",
	"signature-input": `binding=("@authority";req "content-digest");created=1795154400;expires=1795845600;keyid="${KID}";alg="ed25519";tag="http-message-signatures-directory"`,
};
const SIGNED = "binding=:GXqB5Z/+BI3Gi2pgNVohC1SdX5U2YVE9KDZWZleA4BsLE2dd7jw9BVVxJ9Kk1w6K9Ejjw2Ya6zPOkqp3ZQJKCw==:";
const SIGNED_ELSEWHERE =
	"binding=:F0Xmrg36PF3gELQQhet6GWnMcXZViYzfvQ9ezpAjQGBbtU3stBBswwXa1B+TU4gnkUIBuGwyf5kqWZSHowK1Cw==:";

const directory = (key: Readonly<Record<string, unknown>> = {}, headers: ExampleAnswer["headers"] = {}) => ({
	[PATH]: { headers: { "content-type": TYPE, ...headers }, body: JSON.stringify({ keys: [{ ...KEY, ...key }] }) },
});

export const botAuthDirectoryExamples: CheckExamples = {
	check: "bot-auth-directory",
	examples: [
		{ name: "A key that signs its directory", outcome: "pass", files: directory({}, { ...PROOF, signature: SIGNED }) },
		{ name: "A key alone, as the draft allows", outcome: "pass", files: directory() },
		{
			name: "The directory of another host, copied",
			outcome: "fail",
			files: directory({}, { ...PROOF, signature: SIGNED_ELSEWHERE }),
		},
		{ name: "Served as any other JSON", outcome: "fail", files: directory({}, { "content-type": "application/json" }) },
		{ name: "A kid that is a name", outcome: "fail", files: directory({ kid: "our-bot" }) },
		{
			name: "The private part of a key beside the public one",
			outcome: "fail",
			files: directory({ d: "this-would-be-the-secret" }),
		},
		{ name: "A key that has run out", outcome: "fail", files: directory({ exp: 1_767_225_600 }) },
		{
			name: "A key of a kind that is newer than the check",
			outcome: "not-applicable",
			files: directory({ kty: "AKP", crv: undefined, kid: undefined, x: undefined, alg: "ML-DSA-44", pub: "AAAA" }),
		},
		{ name: "A site without bots of its own", outcome: "not-applicable" },
		{
			name: "A redirect, which verifiers do not follow",
			outcome: "not-applicable",
			files: { [PATH]: { status: 301, headers: { location: "/keys" } } },
		},
		{
			name: "A web page at the address",
			outcome: "not-applicable",
			files: { [PATH]: "<!doctype html><title>Example Bindery</title>" },
		},
		{
			name: "A folder, which has no header fields of its own",
			outcome: "not-applicable",
			folder: true,
			files: directory(),
		},
	],
};
